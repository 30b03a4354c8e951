/**
 * Short names for profiles in sentences: the context as the profile's own name writes it ("240K" of `...-240k-...`),
 * where that tells all profiles apart, with what follows it in the name ("131K nospec") where it does not; else the name itself.
 */
export function profileLabels(profiles: {profile: string; context_tokens: number | null}[]): Map<string, string> {
  const words = profiles.map(({profile, context_tokens}) => contextWord(profile, context_tokens));
  const short = words.map((word) => word?.label ?? null);
  const long = words.map((word) => (word === null ? null : `${word.label} ${word.rest}`));
  const alone = (label: string | null | undefined, among: (string | null)[]) =>
    label && among.filter((other) => other === label).length === 1 ? label : null;
  return new Map(profiles.map(({profile}, i) => [profile, alone(short[i], short) ?? alone(long[i], long) ?? profile]));
}

function contextWord(profile: string, context: number | null): {label: string; rest: string} | null {
  if (context === null) return null;
  for (const match of profile.matchAll(/(?<![a-z0-9])(\d+)k(?![a-z0-9])/gi)) {
    const thousands = Number(match[1]);
    const rest = profile.slice(match.index + match[0].length).replace(/^[-_.]+/, "");
    if (thousands === Math.floor(context / 1000) || thousands === Math.floor(context / 1024))
      return {label: `${thousands}K`, rest};
  }
  return null;
}
