/** Whether this is the oldest supported VS Code, which shows each kind of thing once: the rest is tried on the newest. */
export const isOldest = process.env["VSCODE_HOST"] === "oldest";
