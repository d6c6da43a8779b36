import { PlacedProgram, releaseOf } from "./nodeProgram";
import { isThere, nodeState } from "./nodeState";
import { portHolder } from "./portHolder";

/** A node of this machine by its folder. */
interface NodeHere {
  readonly folder: string;
  /** Path of its program. */
  readonly program: string;
}

interface Swap {
  /** Where each node listens, by its folder; undefined where its file names no port. */
  readonly listens: (folder: string) => { readonly host: string; readonly port: number } | undefined;
  /** Runs `stop.sh` or `start.sh` of a folder; whether it ended well. */
  readonly run: (folder: string, script: "start.sh" | "stop.sh") => Promise<boolean>;
  readonly source: { readonly path: string; readonly sha256: string };
  /** What the program of a place and the new one are called beside it: `3.16.4`. */
  readonly names: (program: string) => { readonly old: string; readonly new: string };
}

/**
 * Nodes of this machine whose programs are swapped: their processes, scripts and programs. Its functions are members of their own, so
 * that a machine is made of them by spreading.
 */
export class NodesHere {
  readonly #placed = new Map<string, PlacedProgram>();

  constructor(private readonly swap: Swap) {}

  #program(place: string): PlacedProgram {
    let found = this.#placed.get(place);
    if (!found) {
      found = new PlacedProgram(place, this.swap.names(place), this.swap.source);
      this.#placed.set(place, found);
    }
    return found;
  }

  release = (): Promise<string | undefined> => releaseOf(this.swap.source.path);
  stage = (program: string): Promise<void> => this.#program(program).stage();
  discard = (program: string): Promise<void> => this.#program(program).discard();
  place = (program: string): Promise<void> => this.#program(program).place();
  takeBack = (program: string): Promise<void> => this.#program(program).takeBack();
  stop = ({ folder }: NodeHere): Promise<boolean> => this.swap.run(folder, "stop.sh");
  start = ({ folder }: NodeHere): Promise<boolean> => this.swap.run(folder, "start.sh");

  /** Where the old programs are kept, by their place. */
  get kept(): readonly string[] {
    return [...this.#placed.values()].flatMap(({ kept }) => kept ?? []);
  }

  isThere = async ({ folder }: NodeHere): Promise<boolean | undefined> => {
    const listens = this.swap.listens(folder);
    return listens && isThere(await nodeState({ directory: folder, listens, rpc: undefined }));
  };

  /** Ends the process that has the node's port, where it is known to be of this folder. */
  kill = async ({ folder }: NodeHere): Promise<void> => {
    const listens = this.swap.listens(folder);
    if (!listens) return;
    const state = await nodeState({ directory: folder, listens, rpc: undefined });
    const holder = await portHolder(listens.host, listens.port);
    const isOwn = state.kind === "running" && state.sure && typeof holder === "object" && holder.pid === state.pid;
    const isHalted = state.kind === "silent" && typeof holder === "object" && holder.pid === state.pid;
    if ((isOwn || isHalted) && state.pid !== undefined) process.kill(state.pid, "SIGKILL");
  };
}
