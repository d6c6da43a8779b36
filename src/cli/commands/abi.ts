import * as v from "valibot";
import { type ContractInterface, contractInterface, type DecodedCall } from "../../chain/abi/contractInterface";
import type { DecodedValue } from "../../chain/abi/decodedValue";
import { precompiledContracts } from "../../chain/abi/precompiledContracts";
import { withStraightQuotes } from "../../chain/abi/typedQuotes";
import { valuesText, valueText } from "../../chain/abi/valueText";
import { writtenEvent } from "../../chain/abi/writtenEvent";
import { writtenFunction } from "../../chain/abi/writtenFunction";
import { clientError } from "../../chain/errors/clientError";
import { type Hex, isHexDigits } from "../../crypto/bytes/hex";
import type { CryptoSuite, CryptoSuiteName } from "../../crypto/cryptoSuite";
import { cryptoSuite } from "../../crypto/suites";
import { callAsJson, decodedCall, namedValues, valuesAsJson } from "../../operations/kit/decoded";
import { t, text } from "../../text/catalogue";
import { listed } from "../../text/joining";
import { visibleLine } from "../../text/visibleText";
import { folderAbis } from "../connection/folderAbis";
import { type ReportedCommand, type Telling, tellResult } from "../operations/tellResult";
import { type CommandLine, runCommandLine, WrongCommandLine } from "../options/commandLine";
import { hideNegative, showNegative } from "../options/negativeWords";
import { suiteOf } from "../options/optionValues";
import { print } from "../output/print";
import type { Usage } from "../output/usageText";

const verbs = ["encode", "decode", "selector", "lookup"] as const;
type Verb = (typeof verbs)[number];

const usage: Usage = {
  synopsis: [
    "chainside abi encode SIGNATURE [ARGUMENT…] [--no-selector] [--suite sm]",
    "chainside abi decode [SIGNATURE] DATA [--returns] [--suite sm]",
    "chainside abi selector SIGNATURE",
    "chainside abi lookup SELECTOR|TOPIC",
  ],
  summary: text(
    "Encodes and decodes call data without a chain. A signature is written as in Solidity: transfer(address,uint256), balanceOf(address)(uint256), or event Paid(address indexed to). Without one, decode and lookup take what the ABIs of this folder and of built-in contracts know.",
  ),
  options: [
    ["--suite standard|sm", text("of which kind of chain selectors are (default: standard)")],
    ["--no-selector", text("only the arguments, without the selector in front of them")],
    ["--returns", text("the data is what the function returned")],
    ["--json", text("print one line of JSON")],
  ],
  exitCodes: text("Exit code: 0 done, 2 wrong command line, or nothing known fits."),
};

const abiArguments = {
  suite: { type: "string", default: "standard" },
  "no-selector": { type: "boolean", default: false },
  returns: { type: "boolean", default: false },
  json: { type: "boolean", default: false },
} as const;

interface AbiOptions {
  readonly verb: Verb;
  readonly words: readonly string[];
  readonly suite: CryptoSuiteName;
  readonly withSelector: boolean;
  readonly returns: boolean;
  readonly json: boolean;
}

const commandLine: CommandLine<typeof abiArguments, AbiOptions> = {
  name: "abi",
  usage,
  options: abiArguments,
  read: ({ values, positionals }) => {
    const [first = "", ...words] = positionals.map(showNegative);
    const verb = verbs.find((each) => each === first);
    if (!verb) throw new WrongCommandLine(t("specify one of {0}", listed(verbs)));
    if (words.length === 0 || (verb !== "encode" && words.length > (verb === "decode" ? 2 : 1)))
      throw new WrongCommandLine(t("specify what to take: {0}", usage.synopsis[verbs.indexOf(verb)] ?? ""));
    const { suite, "no-selector": without, returns, json } = values;
    return { verb, words, suite: suiteOf(suite), withSelector: !without, returns, json };
  },
};

const report = <Result extends v.GenericSchema>(verb: Verb, result: Result): ReportedCommand => ({
  noun: "abi",
  verb,
  result,
});
const results = {
  encode: report("encode", v.object({ signature: v.string(), data: v.string() })),
  decode: report("decode", v.object({ calls: v.array(decodedCall), returned: v.optional(namedValues) })),
  selector: report("selector", v.object({ signature: v.string(), standard: v.string(), sm: v.string() })),
  lookup: report(
    "lookup",
    v.object({
      found: v.array(
        v.object({ kind: v.picklist(["function", "error", "event"]), signature: v.string(), suite: v.string() }),
      ),
    }),
  ),
} satisfies Record<Verb, ReportedCommand>;

const suiteNames = ["standard", "sm"] as const;

/** @throws WrongCommandLine for what is no function */
function functionOf(signature: string, suite: CryptoSuite) {
  const found = writtenFunction(signature, suite);
  if (found) return found;
  throw new WrongCommandLine(t("{0} isn't a function such as transfer(address,uint256)", visibleLine(signature)));
}

/** @throws WrongCommandLine for what is no hex */
function dataOf(given: string): Hex {
  const digits = given.trim().replace(/^0x/i, "").toLowerCase();
  if (digits.length % 2 === 0 && isHexDigits(digits)) return `0x${digits}`;
  throw new WrongCommandLine(t("{0} isn't data: 0x and pairs of hex digits", visibleLine(given.slice(0, 80))));
}

async function encode({ words: [signature = "", ...args], suite, withSelector }: AbiOptions): Promise<Telling> {
  const { called, abi } = functionOf(signature, cryptoSuite(suite));
  const encoded = abi.encodeCall(called.signature, withStraightQuotes(called.inputs, args));
  const data: Hex = withSelector ? encoded : `0x${encoded.slice(10)}`;
  return { result: { signature: called.signature, data }, show: () => print(data) };
}

/** ABIs that are known without a chain: of what is compiled below this folder, and of contracts that come with nodes. */
async function knownInterfaces(suite: CryptoSuite): Promise<ContractInterface[]> {
  const ofNodes = Object.values(precompiledContracts).map(({ abi }): readonly unknown[] => abi);
  return [...(await folderAbis(process.cwd())), ...ofNodes].flatMap((abi) => {
    try {
      return [contractInterface(abi, suite)];
    } catch {
      return []; // another text is kept there
    }
  });
}

/** The signature, and a line for each argument. */
const callLines = ({ signature, arguments: values }: DecodedCall): string[] =>
  [
    signature,
    ...values.map(({ name, type, value }) => `  ${name ? `${type} ${name}` : type}: ${valueText(value)}`),
  ].map(visibleLine);

const decodedAs = (calls: readonly DecodedCall[], returned?: readonly DecodedValue[]): Telling => ({
  result: { calls: calls.map(callAsJson), ...(returned ? { returned: valuesAsJson(returned) } : {}) },
  show: () => {
    if (returned) print(visibleLine(valuesText(returned)));
    else print(calls.map((call) => callLines(call).join("\n")).join("\n\n"));
  },
});

async function decode({ words, suite: name, returns }: AbiOptions): Promise<Telling> {
  const suite = cryptoSuite(name);
  const [signature, given = ""] = words.length > 1 ? words : [undefined, words[0]];
  const data = dataOf(given);
  if (signature !== undefined) {
    const { called, abi } = functionOf(signature, suite);
    if (returns) return decodedAs([], abi.decodeOutput(called.signature, data));
    const call = abi.decodeCall(data);
    if (!call) throw clientError("callDataDiffers", { signature: called.signature, selector: called.selector });
    return decodedAs([call]);
  }
  if (returns) throw new WrongCommandLine(t("--{0} requires {1}", "returns", "SIGNATURE"));
  const calls = new Map<string, DecodedCall>();
  for (const abi of await knownInterfaces(suite)) {
    const call = abi.decodeCall(data);
    if (call) calls.set(call.signature, call);
  }
  if (calls.size === 0) throw clientError("selectorUnknown", { selector: data.slice(0, 10) });
  return decodedAs([...calls.values()]);
}

/** Of a function its selector, of an event its topic, under both suites. */
async function selector({ words: [signature = ""] }: AbiOptions): Promise<Telling> {
  const isEvent = signature.trim().startsWith("event ");
  const [standard, sm] = suiteNames.map((name) => {
    const suite = cryptoSuite(name);
    if (!isEvent) return functionOf(signature, suite).called;
    const [event] = writtenEvent(signature, suite)?.events ?? [];
    if (event) return { signature: event.signature, selector: event.topic };
    throw new WrongCommandLine(t("{0} isn't an event such as event Paid(address indexed to)", visibleLine(signature)));
  });
  const result = { signature: standard?.signature ?? "", standard: standard?.selector ?? "", sm: sm?.selector ?? "" };
  return {
    result,
    show: () => print(suiteNames.map((name) => `${name.padEnd(8)}  ${result[name]}  ${result.signature}`).join("\n")),
  };
}

async function lookup({ words: [given = ""] }: AbiOptions): Promise<Telling> {
  const wanted = dataOf(given);
  if (wanted.length !== 10 && wanted.length !== 66)
    throw new WrongCommandLine(t("specify a selector of 4 bytes or a topic of 32"));
  const found = new Map<string, { kind: "function" | "error" | "event"; signature: string; suite: CryptoSuiteName }>();
  for (const suite of suiteNames)
    for (const { functions, errors, events } of await knownInterfaces(cryptoSuite(suite))) {
      const add = (kind: "function" | "error" | "event", signature: string): void =>
        void found.set(`${kind} ${signature} ${suite}`, { kind, signature, suite });
      for (const { selector, signature } of functions) if (selector === wanted) add("function", signature);
      for (const { selector, signature } of errors) if (selector === wanted) add("error", signature);
      for (const { topic, signature } of events) if (topic === wanted) add("event", signature);
    }
  if (found.size === 0) throw clientError("selectorUnknown", { selector: wanted });
  const lines = [...found.values()];
  return {
    result: { found: lines },
    show: () =>
      print(lines.map(({ kind, signature, suite }) => visibleLine(`${kind} ${signature} (${suite})`)).join("\n")),
  };
}

const work: Readonly<Record<Verb, (options: AbiOptions) => Promise<Telling>>> = { encode, decode, selector, lookup };

/** `chainside abi`: call data, selectors and topics, without a chain. */
export function runAbi(args: readonly string[]): Promise<number> {
  return runCommandLine(commandLine, args.map(hideNegative), (options) =>
    tellResult(results[options.verb], options.json, () => work[options.verb](options)),
  );
}
