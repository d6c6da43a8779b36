import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { installForTests } from "./debianPackages";

const isThere = (): boolean =>
  ["/usr/bin", ...(process.env["PATH"] ?? "").split(delimiter)].some((folder) => existsSync(join(folder, "nvim")));

/** Neovim, which tries the language server as another editor. */
export const prepareNeovim = (): Promise<void> => installForTests(isThere() ? [] : ["neovim"]);
