/** A prompt size in tokens as people say it: 4096 is `4K`, 120000 is `120K`, 131072 is `128K`, 500 is `500 tokens`. */
export function promptSize(tokens: number): string {
  if (tokens < 1000) return `${tokens} tokens`;
  const binary = tokens % 1024 === 0 && tokens % 1000 !== 0;
  return binary ? `${tokens / 1024}K` : `${Number((tokens / 1000).toFixed(1))}K`;
}
