/**
 * Short names for profiles in sentences: the context as the profile's own name writes it ("240K" of `...-240k-...`),
 * where that tells all profiles apart; else the name itself.
 */
export function profileLabels(profiles: {profile: string; context_tokens: number | null}[]): Map<string, string> {
  const short = profiles.map(({profile, context_tokens}) => contextWord(profile, context_tokens) ?? profile);
  return new Map(
    profiles.map(({profile}, i) => {
      const label = short[i] ?? profile;
      return [profile, short.filter((other) => other === label).length === 1 ? label : profile];
    })
  );
}

function contextWord(profile: string, context: number | null): string | null {
  if (context === null) return null;
  for (const match of profile.matchAll(/(?<![a-z0-9])(\d+)k(?![a-z0-9])/gi)) {
    const thousands = Number(match[1]);
    if (thousands === Math.floor(context / 1000) || thousands === Math.floor(context / 1024)) return `${thousands}K`;
  }
  return null;
}
