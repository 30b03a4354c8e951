/** A text as an SQL literal. */
export const sqlText = (value: string): string => `'${value.replaceAll("'", "''")}'`;

/** A WHERE clause of equal texts. */
export const whereSql = (equal: Record<string, string>): string =>
  Object.entries(equal)
    .map(([column, value]) => `${column} = ${sqlText(value)}`)
    .join(" and ");
