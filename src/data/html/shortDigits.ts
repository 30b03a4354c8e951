/** A finding's sentence for reading: numbers of more than six decimals with four digits; the whole ones stay in the evidence. */
export function shortDigits(sentence: string): string {
  return sentence.replace(/\d+\.\d{7,}/g, (number) => Number(number).toPrecision(4));
}
