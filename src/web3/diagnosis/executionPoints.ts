import { zeroAddress, zeroHash } from "../../crypto/bytes/hex";
import { text } from "../../text/catalogue";
import { shortened } from "../../text/shortText";
import type { JsonObject } from "../model/values";
import { errorCodes } from "../model/web3Error";
import { code, emptyAccount, estimate, type PortLook } from "./portLook";

/** Returns 1: in the place of an account's code. */
const returnsOne = "0x600160005260206000f3";
/** Methods that tools ask for, with parameters that change nothing, and what needs them. */
const methods: readonly (readonly [method: string, params: readonly unknown[], what: string])[] = [
  ["eth_getProof", [zeroAddress, [], "latest"], "eth_getProof"],
  ["eth_createAccessList", [{ to: zeroAddress }, "latest"], "eth_createAccessList"],
  ["debug_traceTransaction", [zeroHash, { tracer: "callTracer" }], "debug_*"],
  ["trace_block", ["0x0"], "trace_*"],
  ["eth_getBlockReceipts", ["0x0"], "eth_getBlockReceipts"],
  ["txpool_status", [], "txpool_*"],
  ["ots_getApiLevel", [], "ots_*"],
];

export async function reverts(look: PortLook): Promise<void> {
  const answer = await estimate(look, code.reverts);
  if ("result" in answer) {
    look.found("reverts", "unknown", {
      seen: text("A deployment that reverts was estimated: its error can't be seen"),
    });
    return;
  }
  const { code: number, message } = answer.error;
  const isKnown = number === errorCodes.reverted && message.startsWith("execution reverted");
  look.found("reverts", isKnown ? "fine" : number > 0 ? "differs" : "unknown", {
    seen: isKnown
      ? text('A revert has the code 3 and the words "execution reverted"')
      : text("A revert has the code {0} and the words {1}", number, JSON.stringify(shortened(message, 80))),
    ...(isKnown
      ? {}
      : {
          consequence: text(
            "viem, ethers, wagmi, web3.js, Hardhat, and MetaMask show no reason, no custom error, and no panic.",
          ),
          advice: text("Read the data of the error (e.info.error.data in ethers), or use the proxy."),
        }),
  });
}

export async function pastState(look: PortLook, log: JsonObject | undefined): Promise<void> {
  const address = log?.["address"];
  const past = address === undefined ? undefined : await look.ask("eth_getCode", [address, "0x0"]);
  const ignores = past && "result" in past ? past.result !== "0x" : past && false;
  const overridden = await look.ask("eth_call", [
    { to: emptyAccount, data: "0x" },
    "latest",
    { [emptyAccount]: { code: returnsOne } },
  ]);
  const overrides = "result" in overridden && /1$/.test(String(overridden.result));
  const advice = text("Ask for the latest block only, or put the proxy with the FISCO BCOS address (--url) in front.");
  if (ignores === undefined)
    look.found("pastState", overrides ? "fine" : "differs", {
      seen: overrides
        ? text("State overrides work; whether older state is told couldn't be seen, as there is no event")
        : text("State overrides are ignored; whether older state is told couldn't be seen, as there is no event"),
      ...(overrides ? {} : { advice }),
    });
  else if (ignores)
    look.found("pastState", "differs", {
      seen: text("Any block is answered with the state of now, and state overrides are ignored, both without a word"),
      consequence: text(
        "Balances, storage, and calls at an older block are wrong: explorers and archives can't use it.",
      ),
      advice,
    });
  else
    look.found("pastState", overrides ? "fine" : "differs", {
      seen: overrides
        ? text("Older state is told or refused, and state overrides work")
        : text("Older state is told or refused; state overrides don't work"),
      ...(overrides ? {} : { advice }),
    });
}

export async function missingMethods(look: PortLook): Promise<void> {
  const missing: string[] = [];
  for (const [method, params, what] of methods) {
    const answer = await look.ask(method, params);
    if ("error" in answer && answer.error.code === errorCodes.methodNotFound) missing.push(what);
  }
  if (missing.length === 0) {
    look.found("methods", "fine", { seen: text("Proofs, access lists, traces, and receipts of blocks are there") });
    return;
  }
  const others = missing.filter((each) => !["eth_getProof", "trace_*", "ots_*"].includes(each));
  look.found("methods", others.length === 0 ? "fine" : "differs", {
    seen: text("These are missing: {0}", missing),
    consequence: text("No proofs, and no Otterscan; without debug_* no traces, without txpool_* nothing that waits."),
    ...(others.length === 0 ? {} : { advice: text("The proxy has access lists, traces, and receipts of blocks.") }),
  });
}

export async function heldKeys(look: PortLook): Promise<void> {
  const accounts = await look.result("eth_accounts");
  const signed = await look.ask("eth_sign", [zeroAddress, "0x00"]);
  const pretends = "result" in signed;
  const hasNone = Array.isArray(accounts) && accounts.length === 0;
  look.found("keys", pretends ? "differs" : "fine", {
    seen: pretends
      ? text("The port pretends to sign: eth_sign and eth_sendTransaction answer with zeros and do nothing")
      : hasNone
        ? text("The port holds no key and says so")
        : text("The port holds keys"),
    ...(pretends
      ? {
          consequence: text("A tool without a key of its own gets a hash of zeros and waits forever."),
          advice: text("Configure a private key or a wallet in each tool; the node has no key."),
        }
      : {}),
  });
}
