import type { Chainside } from "../../state/chainside";
import type { ChainGroup, GroupChange } from "../../state/connections/chainGroup";
import { requireGroup } from "../target/askGroup";

/** What a page wants to hear of its group. */
interface GroupListener {
  /** The chain is there: at first, or after it was lost, as another object. */
  came(group: ChainGroup): void;
  /** It was there, and is gone. */
  went(): void;
  changed(group: ChainGroup, change: GroupChange): void;
}

/** The group of a page, which may be lost and come back, or be there only after its window was loaded anew. */
export class FollowedGroup {
  #group: ChainGroup | undefined;
  #listening: { dispose(): void } | undefined;
  readonly #connections: { dispose(): void };

  constructor(
    private readonly app: Pick<Chainside, "connections">,
    private readonly groupId: string,
    private readonly listener: GroupListener,
  ) {
    this.#connections = app.connections.onDidChange(() => this.#look());
    this.#group = app.connections.findGroup(groupId);
    this.#listen();
  }

  /** The group as it is connected now. */
  get group(): ChainGroup | undefined {
    return this.#group;
  }

  /** The same, for what the page wants of it. @throws ChainError usage `notConnected`, which offers to connect. */
  require(): ChainGroup {
    return this.#group ?? requireGroup(this.app, this.groupId);
  }

  #look(): void {
    const group = this.app.connections.findGroup(this.groupId);
    if (group === this.#group) return;
    this.#group = group;
    this.#listen();
    if (group) this.listener.came(group);
    else this.listener.went();
  }

  #listen(): void {
    const group = this.#group;
    this.#listening?.dispose();
    this.#listening = group?.onDidChange((change) => this.listener.changed(group, change));
  }

  dispose(): void {
    this.#listening?.dispose();
    this.#connections.dispose();
  }
}
