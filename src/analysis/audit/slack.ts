/**
 * A value at its limit is not beyond it, whatever the last bits of a division say: 4,080 of 4,000 is 2 % off and no more.
 * Limits are compared with this share of slack.
 */
export const ABOVE = 1 + 1e-9;
export const BELOW = 1 - 1e-9;

/** A limit in the text of an SQL statement as the parameter would be: a bare 0.02 is a decimal there, and rounds otherwise. */
export const double = (limit: number): string => `${limit}::double`;
