/** SQL that reads an RFC 3339 text as a UTC TIMESTAMP. A plain cast would drop the offset in silence. */
export const instant = (value: string): string => `make_timestamp(epoch_us(${value}::TIMESTAMPTZ))`;
