import { fileURLToPath } from "node:url";

/** The path of a document that is a file. */
export function pathOf(uri: string): string | undefined {
  try {
    return uri.startsWith("file:") ? fileURLToPath(uri) : undefined;
  } catch {
    return undefined; // a file: URI that names no path on this system
  }
}
