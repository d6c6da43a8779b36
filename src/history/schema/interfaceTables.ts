import type { AbiParameter } from "../../chain/abi/abiType";
import { isHashedInTopic } from "../../chain/abi/abiType";
import type { AbiEvent, AbiFunction, ContractInterface } from "../../chain/abi/contractInterface";
import type { Column, ColumnType, Table } from "../store/dialect";
import { memberTables, parameterColumns } from "./names";

/** Bits of a signed integer that every database has. */
const maxBits = 63;
/** Of an event's indexed parameters, three at most. */
const maxIndexes = 3;

/** How a parameter is kept. What is hashed in a topic is its hash. */
export function columnType({ shape, indexed }: AbiParameter): ColumnType {
  if (indexed && isHashedInTopic(shape)) return "text";
  switch (shape.kind) {
    case "integer":
      return shape.bits - (shape.signed ? 1 : 0) <= maxBits ? "int" : "big";
    case "bool":
      return "bool";
    case "array":
    case "tuple":
      return "json";
    default:
      return "text";
  }
}

/** Hex digits of a topic with `0x`. */
const topicLength = 66;
const addressOf = (name: string): Column => ({ name, type: "text", max: 255 });

const fixedOfEvent: readonly Column[] = [
  { name: "tx", type: "int" },
  { name: "log", type: "int" },
  { name: "block", type: "int" },
  { name: "time", type: "time" },
  addressOf("contract"),
];
const fixedOfCall: readonly Column[] = [
  { name: "tx", type: "int" },
  { name: "block", type: "int" },
  { name: "time", type: "time" },
  addressOf("contract"),
  { ...addressOf("sender"), optional: true },
  { name: "status", type: "int", optional: true },
];

const namesOf = (columns: readonly Column[]): Set<string> => new Set(columns.map(({ name }) => name));

/** The table of an event or a function, and which of its columns are the parameters. */
export interface DecodedTable extends Table {
  readonly kind: "event" | "call";
  readonly signature: string;
  /** Selector, or topic; anonymous events have theirs as well. */
  readonly selector: string;
}

/** Whether a table is one of an event or a function. */
export const isDecoded = (table: Table): table is DecodedTable => "kind" in table;

function eventTable(name: string, { inputs, signature, topic }: AbiEvent): DecodedTable {
  const names = parameterColumns(
    inputs.map((input) => input.name),
    namesOf(fixedOfEvent),
    "arg",
  );
  const columns = inputs.map((input, place): Column => {
    const column: Column = { name: names[place] ?? "", type: columnType(input), optional: true };
    // what a topic holds is never longer than its 32 bytes
    return input.indexed && column.type === "text" ? { ...column, max: topicLength } : column;
  });
  const looked = columns.filter((_, place) => inputs[place]?.indexed).slice(0, maxIndexes);
  return {
    ...{ name, kind: "event", signature, selector: topic },
    columns: [...fixedOfEvent, ...columns],
    key: ["tx", "log"],
    indexes: looked.map((column) => ({ columns: [column.name, "tx"] })),
  };
}

function callTable(name: string, { inputs, outputs, signature, selector }: AbiFunction): DecodedTable {
  const names = parameterColumns(
    inputs.map((input) => input.name),
    namesOf(fixedOfCall),
    "arg",
  );
  const taken = new Set([...namesOf(fixedOfCall), ...names.map((each) => each.toLowerCase())]);
  const results = parameterColumns(
    outputs.map((output, place) => `out_${output.name || place}`),
    taken,
    "out_",
  );
  const columns = [...inputs, ...outputs].map((parameter, place): Column => {
    const own = [...names, ...results][place] ?? "";
    return { name: own, type: columnType({ ...parameter, indexed: false }), optional: true };
  });
  return { ...{ name, kind: "call", signature, selector }, columns: [...fixedOfCall, ...columns], key: ["tx"] };
}

/** The tables of all events and of all functions of an interface, each in the order of the interface. */
export function interfaceTables(
  name: string,
  { events, functions }: ContractInterface,
): { readonly events: readonly DecodedTable[]; readonly calls: readonly DecodedTable[] } {
  const ofEvents = memberTables(
    "event",
    name,
    events.map((event) => ({ name: event.name, id: event.topic })),
  );
  const ofCalls = memberTables(
    "call",
    name,
    functions.map((each) => ({ name: each.name, id: each.selector })),
  );
  return {
    events: events.map((event, place) => eventTable(ofEvents[place] ?? "", event)),
    calls: functions.map((each, place) => callTable(ofCalls[place] ?? "", each)),
  };
}
