/** What a thrown thing says of itself, whatever was thrown. */
export const thrownText = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown));

/** The system's code of an error, such as `ENOENT`; undefined for what has none. */
export const codeOfThrown = (thrown: unknown): unknown =>
  thrown instanceof Error && "code" in thrown ? thrown.code : undefined;
