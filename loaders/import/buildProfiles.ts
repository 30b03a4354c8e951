/** One record per profile from the facts that several files hold about it. Files that disagree leave the field null. */
import type {CampaignFacts, ProfileFacts} from "./draft.js";
import type {ProfileRecord} from "../../src/schema/campaign.js";

type Facts = Partial<CampaignFacts>;

/** `measured`: the profiles that have stages; a profile without any is the incumbent of a snapshot, or only reported. */
export function buildProfiles(
  facts: ProfileFacts[],
  measured: Set<string>,
  profileOf: (model: string) => string,
  shared: Facts
): ProfileRecord[] {
  const groups = new Map<string, ProfileFacts[]>();
  for (const f of facts) {
    const name = profileOf(f.model);
    groups.set(name, [...(groups.get(name) ?? []), f]);
  }
  for (const name of measured) if (!groups.has(name)) groups.set(name, []);
  return [...groups].map(([profile, group]) => build(profile, group, measured.has(profile), shared));
}

function build(profile: string, group: ProfileFacts[], isMeasured: boolean, shared: Facts): ProfileRecord {
  const declared = group.filter((f) => f.role === "candidate");
  const incumbent = group.some((f) => f.role === "incumbent");
  const one = <T>(get: (f: ProfileFacts) => T | null | undefined): T | null =>
    agreed(declared, get) ?? agreed(group, get);
  const contexts = [...new Set(group.map((f) => f.context_tokens).filter((c) => c != null))];
  const context = one((f) => f.context_tokens);
  // A run plan's controls hold for every profile of the campaign but the incumbent.
  const common = !incumbent && isMeasured && sharedIdentity(shared);
  const image = one((f) => f.identity?.image) ?? (common ? (shared.image ?? null) : null);
  const model = one((f) => f.identity?.model) ?? (common ? (shared.model ?? null) : null);
  return {
    profile,
    role: incumbent ? "incumbent" : isMeasured || declared.length > 0 ? "candidate" : "reported",
    recipe: one((f) => f.recipe),
    model,
    model_revision: one((f) => f.model_revision) ?? (common ? (shared.modelRevision ?? null) : null),
    image,
    image_digest: one((f) => f.image_digest) ?? (common ? (shared.imageDigest ?? null) : null),
    served_model: group[0]?.model ?? profile,
    engine: one((f) => f.engine),
    gpu: one((f) => f.gpu),
    context_tokens: context,
    concurrency: one((f) => f.concurrency),
    settings: {
      ...Object.assign({}, ...group.map((f) => f.settings ?? {})),
      ...(context === null && contexts.length > 1 ? {context_tokens_seen: contexts.sort((a, b) => a - b)} : {})
    }
  };
}

/** The plan's revision and digest must be those of the configured model and image, else nothing is shared. */
function sharedIdentity(shared: Facts): boolean {
  const {model, image, modelRevision, imageDigest} = shared;
  return Boolean(
    modelRevision && imageDigest && model?.endsWith(`@${modelRevision}`) && image?.endsWith(`@${imageDigest}`)
  );
}

function agreed<T>(group: ProfileFacts[], get: (f: ProfileFacts) => T | null | undefined): T | null {
  const values = [...new Set(group.map(get).filter((v) => v !== null && v !== undefined))];
  return values.length === 1 ? (values[0] ?? null) : null;
}
