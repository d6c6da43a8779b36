/** A line of a table in Markdown. */
export const row = (...cells: readonly string[]): string => `| ${cells.join(" | ")} |`;

/** A block of commands or files in Markdown. */
export const block = (language: string, text: string): string => `\`\`\`${language}\n${text}\n\`\`\``;

/** Parts of a page with a blank line between. */
export const page = (...parts: readonly string[]): string => `${parts.join("\n\n")}\n`;
