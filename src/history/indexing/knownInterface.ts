import { createHash } from "node:crypto";
import { type AbiParameter, type AbiShape, readsOnly } from "../../chain/abi/abiType";
import {
  type AbiEvent,
  type AbiFunction,
  type ContractInterface,
  contractInterface,
} from "../../chain/abi/contractInterface";
import type { DecodedRevert } from "../../chain/abi/revert";
import type { Hex } from "../../crypto/bytes/hex";
import type { CryptoSuite } from "../../crypto/cryptoSuite";
import { cryptoSuite } from "../../crypto/suites";
import { type DecodedTable, interfaceTables } from "../schema/interfaceTables";

/** Names of members of structs: rows of lists and structs have them. */
function members(shape: AbiShape): unknown {
  if (shape.kind === "array") return members(shape.element);
  return shape.kind === "tuple" ? described(shape.members) : 0;
}

const described = (list: readonly AbiParameter[]): unknown =>
  list.map(({ type, name, indexed, shape }) => [type, name, indexed, members(shape)]);

const functionLine = ({ name, signature, inputs, outputs }: AbiFunction): string =>
  JSON.stringify([0, name, signature, described(inputs), described(outputs)]);
const eventLine = ({ name, inputs, anonymous }: AbiEvent): string =>
  JSON.stringify([1, name, described(inputs), anonymous]);

/**
 * The same for every ABI that declares the same functions, events and errors with the same names of parameters and of members of
 * structs, in whatever order and with whatever besides: 16 hex digits. Names may be any text, so each part is JSON.
 */
export function interfaceId({ functions, events, errors }: ContractInterface): string {
  const lines = [
    ...functions.map(functionLine),
    ...events.map(eventLine),
    ...errors.map(({ name, inputs }) => JSON.stringify([2, name, described(inputs)])),
  ];
  return createHash("sha256").update(lines.sort().join("\n")).digest("hex").slice(0, 16);
}

export type InterfaceSource = "given" | "chain" | "precompiled";

interface KnownMember<Member> {
  readonly member: Member;
  readonly table: DecodedTable;
}

/** By which calls and events of an address are read. */
export interface MemberReader {
  /** As its tables have it. */
  readonly name: string;
  readonly source: InterfaceSource;
  call(selector: string): KnownMember<AbiFunction> | undefined;
  /** The events that a log may be, the likeliest first. */
  events(topic: string | undefined): readonly KnownMember<AbiEvent>[];
  revert(output: Hex): DecodedRevert;
}

/** More are not kept apart in columns; no contract of people has as many. */
const maxColumns = 200;
/** Functions that a call may be, and events that a log may be: an ABI may declare one any number of times, and each event is tried. */
const maxAlike = 8;
const maxAnonymous = 32;

/**
 * An ABI by which calls and events are read, whichever compiler made the contract: an SM chain runs code of both, so that selectors and
 * topics are looked for under the chain's suite first, then under the other.
 */
export class KnownInterface implements MemberReader {
  readonly id: string;
  readonly #calls = new Map<string, KnownMember<AbiFunction>[]>();
  readonly #events = new Map<string, KnownMember<AbiEvent>[]>();
  readonly #anonymous: KnownMember<AbiEvent>[] = [];
  readonly #abi: ContractInterface;
  /** What it declares ({@link functionLine}). */
  readonly #lines: ReadonlySet<string>;

  /**
   * @param name as its tables have it
   * @throws ChainError usage `abi…` for what is no ABI
   */
  constructor(
    readonly name: string,
    readonly source: InterfaceSource,
    json: readonly unknown[],
    suite: CryptoSuite,
  ) {
    this.#abi = contractInterface(json, suite);
    this.id = interfaceId(this.#abi);
    this.#lines = new Set([...this.#abi.functions.map(functionLine), ...this.#abi.events.map(eventLine)]);
    const tables = interfaceTables(name, this.#abi);
    const other = contractInterface(json, cryptoSuite(suite.name === "sm" ? "standard" : "sm"));
    for (const { functions, events } of [this.#abi, other]) {
      functions.forEach((member, place) => {
        const table = tables.calls[place];
        const same = this.#calls.get(member.selector) ?? [];
        if (table && table.columns.length <= maxColumns && same.length < maxAlike)
          this.#calls.set(member.selector, [...same, { member, table }]);
      });
      events.forEach((member, place) => {
        const table = tables.events[place];
        if (!table || table.columns.length > maxColumns) return;
        const isOwn = functions === this.#abi.functions;
        if (member.anonymous) {
          if (isOwn && this.#anonymous.length < maxAnonymous) this.#anonymous.push({ member, table });
          return;
        }
        const same = this.#events.get(member.topic) ?? [];
        if (same.length < maxAlike) this.#events.set(member.topic, [...same, { member, table }]);
      });
    }
  }

  /** The tables of all that changes something: functions that only read are seldom called by a transaction. */
  get tables(): DecodedTable[] {
    const writes = [...this.#calls.values()].flat().filter(({ member }) => !readsOnly(member));
    const members = [...writes, ...[...this.#events.values()].flat(), ...this.#anonymous];
    return [...new Set(members.map(({ table }) => table))];
  }

  get selectors(): string[] {
    return this.#abi.functions.map(({ selector }) => selector);
  }

  /** Selectors of its functions under both suites. */
  get bothSelectors(): readonly (readonly string[])[] {
    const own = this.selectors;
    return [own, [...this.#calls.keys()].filter((selector) => !own.includes(selector))];
  }

  call(selector: string): KnownMember<AbiFunction> | undefined {
    return this.#calls.get(selector)?.[0];
  }

  events(topic: string | undefined): readonly KnownMember<AbiEvent>[] {
    const named = topic === undefined ? undefined : this.#events.get(topic);
    return named ? [...named, ...this.#anonymous] : this.#anonymous;
  }

  /**
   * What reads a contract while these versions of it ran, the latest first: the tables of this ABI, where it has what a version declares,
   * else the version's own.
   */
  within(versions: readonly KnownInterface[]): MemberReader {
    const own = versions.filter((version) => [...version.#lines].some((line) => !this.#lines.has(line)));
    const places = versions.map((version) => version.#lines);
    const placeOf = (line: string): number => {
      const place = places.findIndex((lines) => lines.has(line));
      return place < 0 ? places.length : place;
    };
    /** Of a version that ran first, then what other versions declare. */
    const likeliest = <Member>(
      of: (known: KnownInterface) => readonly KnownMember<Member>[],
      line: (member: Member) => string,
    ): readonly KnownMember<Member>[] =>
      [...own, this].flatMap(of).toSorted((a, b) => placeOf(line(a.member)) - placeOf(line(b.member)));
    return {
      name: this.name,
      source: this.source,
      call: (selector) => likeliest((known) => known.#calls.get(selector) ?? [], functionLine)[0],
      events: (topic) => likeliest((known) => known.events(topic), eventLine),
      revert: (output) => (versions[0] ?? this).revert(output),
    };
  }

  revert(output: Hex): DecodedRevert {
    return this.#abi.decodeRevert(output);
  }
}
