import type { Access } from "../../chain/profile/connectionSetting";

/** What the person who started the tools allows. Nothing that a chain or an assistant says changes it. */
export interface Leave {
  readonly access: Access;
  /** It is a chain to play with, and anyone has the key: no one is asked. */
  readonly free: boolean;
  /** How many transactions are signed before no more are. */
  readonly budget: number;
}
