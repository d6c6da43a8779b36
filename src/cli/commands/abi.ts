import * as v from "valibot";
import type { DecodedValue } from "../../chain/abi/abiDecoder";
import { type ContractInterface, contractInterface, type DecodedCall } from "../../chain/abi/contractInterface";
import { type AbiSource, entriesOf } from "../../chain/abi/knownErrors";
import { precompiledContracts } from "../../chain/abi/precompiledContracts";
import { standardInterfaces } from "../../chain/abi/standardInterfaces";
import { withStraightQuotes } from "../../chain/abi/typedQuotes";
import { valuesText, valueText } from "../../chain/abi/valueText";
import { writtenEvent } from "../../chain/abi/writtenEvent";
import { writtenFunction } from "../../chain/abi/writtenFunction";
import { type Hex, isHexDigits } from "../../crypto/bytes/hex";
import type { CryptoSuite, CryptoSuiteName } from "../../crypto/cryptoSuite";
import { cryptoSuite } from "../../crypto/suites";
import { clientError } from "../../errors/clientError";
import { callAsJson, decodedCall, namedValues, valuesAsJson } from "../../operations/kit/decoded";
import { t, text } from "../../text/catalogue";
import { listed } from "../../text/joining";
import { visibleLine } from "../../text/visibleText";
import { folderAbis } from "../connection/folderAbis";
import { loadArtifact } from "../contract/artifactFile";
import { type ReportedCommand, type Telling, tellResult } from "../operations/tellResult";
import { type CommandLine, commandOf, WrongCommandLine } from "../options/commandLine";
import { hideNegative, showNegative, suiteOf } from "../options/optionValues";
import { print } from "../output/print";
import { textTable } from "../output/textTable";
import type { Usage } from "../output/usageText";

const verbs = ["encode", "decode", "selector", "lookup"] as const;
type Verb = (typeof verbs)[number];

/** What `cast` calls them. */
const otherNames: Readonly<Record<string, Verb>> = { sig: "selector", "sig-event": "selector", "4byte": "lookup" };

const usage: Usage = {
  synopsis: [
    "chainside abi encode SIGNATURE [ARGUMENT…] [--no-selector] [--suite sm]",
    "chainside abi decode [SIGNATURE] DATA [--returns] [--suite sm]",
    "chainside abi selector SIGNATURE|ARTIFACT.json (also: sig)",
    "chainside abi lookup SELECTOR|TOPIC            (also: 4byte)",
  ],
  summary: text(
    "Encodes and decodes call data without a chain. A signature is written as in Solidity: transfer(address,uint256), balanceOf(address)(uint256), event Paid(address indexed to), or error Empty(). Without one, decode and lookup take what the ABIs of this folder, of built-in contracts, and of the usual standards (ERC-20, 721, 1155, proxies, errors of OpenZeppelin) know.",
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
  suite: { type: "string" },
  "no-selector": { type: "boolean", default: false },
  returns: { type: "boolean", default: false },
  json: { type: "boolean", default: false },
} as const;

interface AbiOptions {
  readonly verb: Verb;
  readonly words: readonly string[];
  readonly suite: CryptoSuiteName;
  /** It is the only one that is asked for. */
  readonly isSuiteNamed: boolean;
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
    const verb =
      verbs.find((each) => each === first) ?? (Object.hasOwn(otherNames, first) ? otherNames[first] : undefined);
    if (!verb) throw new WrongCommandLine(t("specify one of {0}", listed(verbs)));
    if (words.length === 0 || (verb !== "encode" && words.length > (verb === "decode" ? 2 : 1)))
      throw new WrongCommandLine(t("specify what to take: {0}", usage.synopsis[verbs.indexOf(verb)] ?? ""));
    const { suite, "no-selector": without, returns, json } = values;
    return {
      verb,
      words,
      suite: suiteOf(suite ?? "standard"),
      isSuiteNamed: suite !== undefined,
      withSelector: !without,
      returns,
      json,
    };
  },
};

const report = <Result extends v.GenericSchema>(verb: Verb, result: Result): ReportedCommand => ({
  noun: "abi",
  verb,
  result,
});
const kind = v.picklist(["function", "error", "event"]);
type Kind = v.InferOutput<typeof kind>;

const results = {
  encode: report("encode", v.object({ signature: v.string(), data: v.string() })),
  decode: report("decode", v.object({ calls: v.array(decodedCall), returned: v.optional(namedValues) })),
  selector: report(
    "selector",
    v.union([
      v.object({ signature: v.string(), standard: v.string(), sm: v.string() }),
      v.object({
        contract: v.string(),
        selectors: v.array(v.object({ kind, signature: v.string(), standard: v.string(), sm: v.string() })),
      }),
    ]),
  ),
  lookup: report(
    "lookup",
    v.object({
      found: v.array(v.object({ kind, signature: v.string(), suite: v.string() })),
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

/** The errors of an ABI as functions: their data is encoded alike. */
const errorsAsFunctions = (abi: AbiSource): object[] =>
  entriesOf(abi, "error").map((each) => ({ outputs: [], ...each, type: "function" }));

/**
 * ABIs that are known without a chain: of what is compiled below this folder, of contracts that come with nodes, and of standards. `errors`
 * has errors in the place of functions.
 */
async function knownInterfaces(suite: CryptoSuite) {
  const ofNodes = Object.values(precompiledContracts).map(({ abi }): AbiSource => abi);
  const abis = [...(await folderAbis(process.cwd())), ...ofNodes];
  const read = (abi: AbiSource): ContractInterface[] => {
    try {
      return [contractInterface(abi, suite)];
    } catch {
      return []; // another text is kept there
    }
  };
  const standard = standardInterfaces(suite);
  return {
    functionsAndEvents: [...abis.flatMap(read), ...standard.functions, ...standard.events],
    errors: [...abis.flatMap((abi) => read(errorsAsFunctions(abi))), ...standard.errors],
  };
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
  const { functionsAndEvents, errors } = await knownInterfaces(suite);
  for (const abi of [...functionsAndEvents, ...errors]) {
    const call = abi.decodeCall(data);
    // The first to know it knows the names, too: the folder's own contracts come first.
    if (call && !calls.has(call.signature)) calls.set(call.signature, call);
  }
  if (calls.size === 0) throw clientError("selectorUnknown", { selector: data.slice(0, 10) });
  return decodedAs([...calls.values()]);
}

/** What a compiled contract has, each with its selector or topic, as a table: functions, errors, then events. */
async function selectorsOf(path: string, { suite: asked, isSuiteNamed }: AbiOptions): Promise<Telling> {
  const { name: contract, abi } = await loadArtifact(path);
  const identifiers = (name: CryptoSuiteName): { kind: Kind; signature: string; value: string }[] => {
    const suite = cryptoSuite(name);
    const { functions, events } = contractInterface(abi, suite);
    const errors = contractInterface(errorsAsFunctions(abi), suite).functions;
    return [
      ...functions.map(({ signature, selector: value }) => ({ kind: "function" as const, signature, value })),
      ...errors.map(({ signature, selector: value }) => ({ kind: "error" as const, signature, value })),
      ...events.map(({ signature, topic: value }) => ({ kind: "event" as const, signature, value })),
    ];
  };
  const sm = identifiers("sm");
  const selectors = identifiers("standard").map(({ value, ...each }, at) => ({
    ...each,
    standard: value,
    sm: sm[at]?.value ?? "",
  }));
  const shown = isSuiteNamed ? [asked] : suiteNames;
  const rows = selectors.map((each) => [each.kind, each.signature, ...shown.map((name) => each[name])]);
  return {
    result: { contract, selectors },
    show: () => print(textTable([t("Kind"), t("Signature"), ...shown], rows).join("\n")),
  };
}

/** Of a function or an error its selector, of an event its topic, under both suites; where one is named, that alone is shown. */
async function selector(options: AbiOptions): Promise<Telling> {
  const {
    words: [given = ""],
    suite: asked,
    isSuiteNamed,
  } = options;
  if (/\.(?:json|abi)$/i.test(given)) return selectorsOf(given, options);
  const signature = given.trim().replace(/^error /, "");
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
    show: () =>
      print(
        (isSuiteNamed ? [asked] : suiteNames)
          .map((name) => `${name.padEnd(8)}  ${result[name]}  ${result.signature}`)
          .join("\n"),
      ),
  };
}

async function lookup({ words: [given = ""] }: AbiOptions): Promise<Telling> {
  const wanted = dataOf(given);
  if (wanted.length !== 10 && wanted.length !== 66)
    throw new WrongCommandLine(t("specify a selector of 4 bytes or a topic of 32"));
  const found = new Map<string, { kind: Kind; signature: string; suite: CryptoSuiteName }>();
  for (const suite of suiteNames) {
    const add = (kind: Kind, signature: string): void =>
      void found.set(`${kind} ${signature} ${suite}`, { kind, signature, suite });
    const known = await knownInterfaces(cryptoSuite(suite));
    for (const { functions, events } of known.functionsAndEvents) {
      for (const { selector, signature } of functions) if (selector === wanted) add("function", signature);
      for (const { topic, signature } of events) if (topic === wanted) add("event", signature);
    }
    for (const { functions } of known.errors)
      for (const { selector, signature } of functions) if (selector === wanted) add("error", signature);
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
export const runAbi = commandOf(
  commandLine,
  (options) => tellResult(results[options.verb], options.json, () => work[options.verb](options)),
  (args) => args.map(hideNegative),
);
