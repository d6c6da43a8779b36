import { type ContractInterface, contractInterface, type DecodedEvent } from "../../abi/contractInterface";
import { type AbiSource, entriesOf } from "../../abi/knownErrors";
import type { ChainSession } from "../../session";

/** A log as a receipt or a feed has it. */
interface EventLog {
  readonly topics: readonly string[];
  readonly data: string;
}

/**
 * Names events: by the ABI of the contract that emitted them, else by every other ABI that the session's owner knows, else by the usual
 * standards: an event of a library isn't in the ABI of what older compilers made of it. A proxy emits what
 * the code behind it declares, whichever way it finds that code: a slot (ERC-1967), a beacon, or an address in its own code. The topic is
 * the hash of the event's signature, so whatever has it tells the same name and types. The other ABIs are read once, when an event is met
 * that nothing else names.
 */
export class EventNames {
  readonly #session: Pick<ChainSession, "suite" | "otherAbis">;
  #others: Promise<readonly ContractInterface[]> | undefined;

  constructor(session: Pick<ChainSession, "suite" | "otherAbis">) {
    this.#session = session;
  }

  async #read(): Promise<readonly ContractInterface[]> {
    const abis = await Promise.resolve(this.#session.otherAbis?.() ?? []).catch((): readonly AbiSource[] => []);
    const { standardInterfaces } = await import("../../abi/standardInterfaces");
    const own = abis.flatMap((abi) => {
      // an anonymous event carries no name
      const events = entriesOf(abi, "event").filter(({ anonymous }) => anonymous !== true);
      if (events.length === 0) return [];
      try {
        return [contractInterface(events, this.#session.suite)];
      } catch {
        return []; // unreadable types
      }
    });
    return [...own, ...standardInterfaces(this.#session.suite).events];
  }

  /** Undefined where no ABI that is known has the event. Never throws. */
  async decode(log: EventLog, own?: Pick<ContractInterface, "decodeEvent">): Promise<DecodedEvent | undefined> {
    const named = own?.decodeEvent(log);
    if (named || log.topics.length === 0) return named;
    this.#others ??= this.#read();
    for (const each of await this.#others) {
      const found = each.decodeEvent(log);
      if (found) return found;
    }
    return undefined;
  }
}
