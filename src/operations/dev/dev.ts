import * as v from "valibot";
import { callDev, momentOf } from "../../chain/dev/devPowers";
import { parseAmount } from "../../chain/services/balance/amount";
import type { Weight } from "../../signing/request";
import { type LocalizableText, text } from "../../text/catalogue";
import { asking } from "../kit/define";
import { anyObject, plainObject } from "../kit/plain";
import { asked } from "../kit/results";
import { account } from "../kit/subjects";
import { aContract, aHash, anAccount, anAmount, anInteger, aText, oneOf, optional, values } from "../model/fields";

const noun = "dev";
const needs = "embedded";

/** What goes wrong on purpose (docs/devchain.md, "Faults"). */
export const faultKinds = ["peerLost", "lag", "viewChange", "poolFull", "slow"] as const;

/** A power that takes nothing and says that it is done. */
const plainly = (
  power: string,
  head: {
    readonly verb: string;
    readonly word: string;
    readonly summary: LocalizableText;
    readonly title: LocalizableText;
    readonly weight?: Weight;
  },
  parameters: readonly unknown[] = [],
) =>
  asking({
    noun,
    ...head,
    fields: {},
    effect: "dev",
    needs,
    result: v.boolean(),
    run: async (context, _, client) => (await callDev(client, power, parameters, asked(context))) === true,
  });

const snapshot = asking({
  noun,
  verb: "snapshot",
  word: "takeSnapshot",
  title: text("Take Snapshot"),
  summary: text("Takes a snapshot of the chain, to which it can be reverted."),
  fields: {},
  effect: "dev",
  needs,
  idempotent: false,
  result: v.string(),
  run: async (context, _, client) => String(await callDev(client, "snapshot", [], asked(context))),
});

const revert = asking({
  noun,
  verb: "revert",
  word: "revertToSnapshot",
  title: text("Revert to Snapshot"),
  summary: text("Reverts the chain to a snapshot. The snapshot and all newer ones are used up."),
  fields: { snapshot: aText(text("Snapshot")) },
  effect: "dev",
  needs,
  idempotent: false,
  weight: "grave",
  result: v.boolean(),
  run: async (context, given, client) => (await callDev(client, "revert", [given.snapshot], asked(context))) === true,
});

const mine = asking({
  noun,
  verb: "mine",
  word: "mineBlocks",
  title: text("Produce Blocks"),
  summary: text("Produces blocks, and returns the new height of the chain."),
  fields: { count: optional(anInteger(text("Number of blocks"), { from: 1, to: 10_000, usual: "1" })) },
  effect: "dev",
  needs,
  idempotent: false,
  result: v.number(),
  run: async (context, given, client) =>
    Number(await callDev(client, "mine", given.count === undefined ? [] : [given.count], asked(context))),
});

const time = asking({
  noun,
  verb: "time",
  word: "setChainTime",
  title: text("Change Time of Chain"),
  summary: text("Changes the chain's time, and returns it in milliseconds."),
  fields: {
    time: aText(
      text("+2d (s, m, h, d) after the chain's time, real, a date such as 2027-01-31T12:00, or milliseconds"),
    ),
  },
  effect: "dev",
  needs,
  idempotent: false,
  result: v.number(),
  run: async (context, given, client) => {
    const moment = await momentOf(client, given.time, asked(context));
    return Number(await callDev(client, "setTime", [moment], asked(context)));
  },
});

const balance = asking({
  noun,
  verb: "balance",
  word: "setBalance",
  title: text("Set Balance"),
  summary: text("Sets an account's balance."),
  fields: {
    account,
    amount: anAmount(text("Amount in wei, or with a unit such as 1.5 ether")),
  },
  effect: "dev",
  needs,
  result: v.boolean(),
  run: async (context, given, client) => {
    const wei = String(parseAmount(given.amount));
    return (await callDev(client, "setBalance", [given.account, wei], asked(context))) === true;
  },
});

const sendAs = asking({
  noun,
  verb: "send-as",
  word: "sendAs",
  title: text("Send as Any Account"),
  summary: text("Sends a transaction in the name of any account, without its key, and returns the receipt."),
  fields: {
    from: anAccount(text("From")),
    to: optional(aContract(text("To; if empty, a contract is created"))),
    data: optional(aText(text("Call data: 0x and hex digits"))),
    amount: optional(anAmount(text("Amount in wei, or with a unit such as 1.5 ether"))),
  },
  effect: "dev",
  needs,
  idempotent: false,
  result: anyObject,
  run: async (context, given, client) => {
    const { from, to, data, amount } = given;
    const transaction = {
      from,
      ...(to === undefined ? {} : { to }),
      ...(data === undefined ? {} : { data }),
      ...(amount === undefined ? {} : { value: String(parseAmount(amount)) }),
    };
    return plainObject((await callDev(client, "sendTransaction", [transaction], asked(context))) as object);
  },
});

const trace = asking({
  noun,
  verb: "trace",
  word: "traceOpcodes",
  summary: text("Opcode by opcode, what one of the newest transactions did."),
  fields: { hash: aHash(text("Transaction hash")) },
  needs,
  result: anyObject,
  run: async (context, given, client) =>
    plainObject((await callDev(client, "traceTransaction", [given.hash], asked(context))) as object),
});

const fault = asking({
  noun,
  verb: "fault",
  word: "causeFault",
  title: text("Cause Fault"),
  summary: text(
    "Causes a fault on purpose: nodes out of reach or behind, changes of the view, a full pool, slow answers.",
  ),
  fields: {
    kind: oneOf(text("What goes wrong"), faultKinds),
    members: optional(values(text("Parameters of the fault, such as node=1 or ms=2000"))),
  },
  effect: "dev",
  needs,
  result: v.boolean(),
  run: async (context, { kind, members = {} }, client) => {
    const read = Object.entries(members).map(([name, value]) => [name, memberValue(value)]);
    const fault = { ...Object.fromEntries(read), kind };
    return (await callDev(client, "setFault", [fault], asked(context))) === true;
  },
});

const memberValue = (given: string): unknown =>
  /^\d{1,15}$/.test(given) ? Number(given) : given === "true" ? true : given === "false" ? false : given;

const addNode = asking({
  noun,
  verb: "add-node",
  word: "addChainNode",
  title: text("Add Node"),
  summary: text("Adds a node that can become an observer or a sealer, and returns its ID."),
  fields: {},
  effect: "dev",
  needs,
  idempotent: false,
  result: v.string(),
  run: async (context, _, client) => String(await callDev(client, "addNode", [], asked(context))),
});

/** What only an embedded chain can do: no front offers it on a chain of nodes. */
export const devOperations = [
  snapshot,
  revert,
  mine,
  time,
  balance,
  sendAs,
  trace,
  plainly(
    "pauseSealing",
    {
      verb: "pause",
      word: "pauseSealing",
      title: text("Pause Block Production"),
      summary: text("Pauses block production: transactions stay pending."),
    },
    [true],
  ),
  asking({
    noun,
    verb: "resume",
    word: "resumeSealing",
    title: text("Resume Block Production"),
    summary: text("Resumes block production."),
    fields: {},
    effect: "dev",
    needs,
    result: v.boolean(),
    run: async (context, _, client) => (await callDev(client, "pauseSealing", [false], asked(context))) === false,
  }),
  fault,
  plainly("clearFaults", {
    verb: "clear-faults",
    word: "clearFaults",
    title: text("Clear Faults"),
    summary: text("Clears all faults caused on purpose."),
  }),
  plainly("restart", {
    verb: "restart",
    word: "restartChain",
    title: text("Restart Nodes"),
    summary: text("Restarts the nodes: what is pending is lost."),
    weight: "grave",
  }),
  addNode,
  plainly("reset", {
    verb: "reset",
    word: "resetChain",
    title: text("Start Over at Block 0"),
    summary: text("Starts the chain over at block 0."),
    weight: "grave",
  }),
] as const;
