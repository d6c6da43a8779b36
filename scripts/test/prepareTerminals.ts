import { spawnSync } from "node:child_process";
import { installForTests } from "./debianPackages";

/** Shells that `chainside completion` knows, and a terminal to run them in. */
const programs = ["tmux", "zsh", "fish"];

/** What `test/protocol/terminal.test.ts` drives. */
export const prepareTerminals = (): Promise<void> =>
  installForTests(programs.filter((name) => spawnSync("sh", ["-c", `command -v ${name}`]).status !== 0));
