import type { Access } from "../../chain/profile/connectionSetting";
import { t } from "../../text/catalogue";
import { Refused } from "../answers/answer";

/** What the person who started the tools allows. Nothing that a chain or an assistant says changes it. */
export interface Permit {
  readonly access: Access;
  /** It is a chain to play with, and its key is public: no person is asked. */
  readonly free: boolean;
  /** How many transactions are signed before no more are. */
  readonly budget: number;
}

/** How many more transactions may be signed; a power of an embedded chain counts as one. */
export class Budget {
  #used = 0;

  constructor(private readonly count: number) {}

  get left(): number {
    return Math.max(0, this.count - this.#used);
  }

  /** @throws Refused where none is left */
  require(): void {
    if (this.left > 0) return;
    throw new Refused(
      t("The budget of {0} transactions is used up. The person who starts the tools sets it.", this.count),
    );
  }

  /** Uses one up. What fails afterwards has used it, too. @throws Refused where none is left */
  use(): void {
    this.require();
    this.#used++;
  }
}
