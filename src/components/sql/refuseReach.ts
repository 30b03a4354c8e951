/** Statements that reach outside the loaded tables or change the lock; the database itself refuses most, and takes some for done. */
const REACHING = /^(install|load|attach|detach|copy|export|import|set|reset|pragma|call|force|use)\b/i;

/**
 * Throws a permission error when one of the statements would install, load, attach, copy or set something: DuckDB in the
 * browser answers "success" to INSTALL although nothing happens. Quoted text and comments are passed over.
 */
export function refuseReach(sql: string): void {
  const bare = sql.replace(/'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\/\*[\s\S]*?\*\//g, " ");
  for (const statement of bare.split(";")) {
    const word = REACHING.exec(statement.trim())?.[1];
    if (word !== undefined) throw new Error(`Permission Error: ${word.toUpperCase()} is refused here`);
  }
}
