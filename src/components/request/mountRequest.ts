import {element} from "../element.js";
import {mountPage} from "../mountPage.js";
import {stageOf, type StageFile} from "./requestData.js";
import {requestView, type RequestView} from "./requestView.js";

/**
 * Shows in `place` the request that the address names (`#<request id>`); `place` says of which campaign, `base` is where the
 * stages' files lie. Returns what undoes it.
 */
export function mountRequest(place: HTMLElement, base: string): () => void {
  const undo = mountPage();
  const campaign = place.dataset["campaign"] ?? "";
  const simulated = place.dataset["simulated"] === "true";
  let view: RequestView | undefined;
  let asked = 0;
  const show = async () => {
    const id = decode(location.hash.slice(1));
    if (id === "" || id === "all") return;
    const turn = ++asked;
    const next = await load(campaign, base, simulated, id);
    if (turn !== asked) return;
    view?.destroy();
    view = next;
    place.replaceChildren(view.node);
    document.title = `${id} | Assay`;
    place.scrollIntoView({block: "start"});
  };
  const onHash = () => void show();
  addEventListener("hashchange", onHash);
  onHash();
  return () => {
    undo();
    view?.destroy();
    removeEventListener("hashchange", onHash);
  };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const files = new Map<string, Promise<unknown>>();

/** A JSON file once; null when it is not there. */
function json<T>(url: string): Promise<T | null> {
  const known = files.get(url) as Promise<T | null> | undefined;
  if (known) return known;
  const loading = fetch(url).then((response) => (response.ok ? (response.json() as Promise<T>) : null));
  files.set(url, loading);
  return loading;
}

async function load(campaign: string, base: string, simulated: boolean, id: string): Promise<RequestView> {
  const place = stageOf(id);
  const path =
    place === null ? null : `${base}${[campaign, place.profile, place.stage].map(encodeURIComponent).join("/")}`;
  const file = path === null ? null : await json<StageFile>(`${path}.json`).catch(() => null);
  const request = file?.requests.find((r) => r.request_id === id);
  if (!file || !request)
    return {
      node: element(
        "p",
        {class: "missing"},
        `There is no request ${id} in this campaign. The list below has all that there are.`
      ),
      destroy: () => undefined
    };
  return requestView(
    request,
    file,
    simulated,
    async () => (await json<Record<string, [number, unknown][]>>(`${path}.frames.json`))?.[id] ?? null
  );
}
