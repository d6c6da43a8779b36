import { text } from "../../text/catalogue";
import { shortened } from "../../text/shortText";
import { numberOf } from "../model/values";
import { code, estimate, type PortLook } from "./portLook";

/** What writing an empty slot takes more under the data version 3.17.0, at least (docs/protocol/release-3.17.md). */
const costlyWrite = 15_000;
const deployers: Readonly<Record<string, string>> = {
  "CREATE2 deployer": "0x4e59b44847b379578588920ca78fbf26c0b4956c",
  CreateX: "0xba5ed099633d3b313e4d5f7bdc1305d3c28ba5ed",
  Multicall3: "0xca11bde05977b3631167028862be2a173976ca11",
};

export async function chainId(look: PortLook): Promise<void> {
  const id = numberOf(await look.result("eth_chainId"));
  look.facts.chainId = id;
  const version = String(await look.result("net_version"));
  const isUsual = id === 20_200;
  const isHex = /^0x/.test(version);
  if (id === 0) {
    look.found("chainId", "differs", {
      seen: text("The chain has no chain ID for Ethereum's tools"),
      consequence: text("Wallets don't add a chain with the ID 0, and signatures name no chain."),
      advice: text("Set web3_chain_id in the system configuration."),
    });
    return;
  }
  const differs = isUsual || isHex;
  look.found("chainId", differs ? "differs" : "fine", {
    seen: isHex
      ? text("Chain ID {0}; net_version is {1}, not decimal", id, version)
      : text("Chain ID {0}; net_version {1}", id, version),
    ...(isUsual
      ? {
          consequence: text(
            "Every chain has the ID 20200 unless it's configured: tools mistake deployments and nonces of one chain for those of another.",
          ),
          advice: text(
            "Set a different web3_chain_id for each chain, and delete .openzeppelin/unknown-20200.json and ignition/deployments when you change chains.",
          ),
        }
      : isHex
        ? { consequence: text("Tools that read net_version as decimal take another number.") }
        : {}),
  });
}

export async function executor(look: PortLook): Promise<void> {
  const answer = await estimate(look, code.ends);
  if ("result" in answer) {
    look.found("executor", "fine", { seen: text("A deployment can be estimated") });
    return;
  }
  const isClassic = answer.error.message.includes("Call address is empty");
  look.found("executor", isClassic ? "differs" : "unknown", {
    seen: isClassic
      ? text("A deployment can't be estimated: the chain has the classic executor (executor_version 0)")
      : text("A deployment can't be estimated: {0}", shortened(answer.error.message, 200)),
    consequence: text(
      "Hardhat, Foundry, and ethers can't deploy: contracts get other addresses than they work out, and receipts lack what they read.",
    ),
    advice: text("Use a chain with executor_version 1, which new chains have."),
  });
}

export async function dataVersion(look: PortLook): Promise<void> {
  const { dataVersion } = look.options;
  const [plain, writing] = [await estimate(look, code.ends), await estimate(look, code.writes)];
  const more = "result" in plain && "result" in writing ? numberOf(writing.result) - numberOf(plain.result) : undefined;
  // the least that tools ask hides the difference behind a proxy
  const isReported = more !== undefined && (more >= costlyWrite || (more > 0 && !look.facts.isProxy));
  const isKnown = dataVersion !== undefined || isReported;
  const isNew =
    dataVersion === undefined ? (more ?? 0) >= costlyWrite : /^3\.(?:1[7-9]|[2-9]\d)\./.test(`${dataVersion}.`);
  look.facts.gasLimitHolds = isNew || !isKnown;
  if (!isKnown) {
    look.found("dataVersion", "unknown", {
      seen: text("Whether the data version is 3.17.0 or newer can't be seen here"),
      consequence: text("From 3.17.0 on the gas limit of a transaction holds, and estimates are exact."),
    });
    return;
  }
  if (!isNew) {
    look.found("dataVersion", "fine", {
      seen: text("The data version is older than 3.17.0: gas limits of Ethereum transactions don't hold"),
    });
    return;
  }
  look.found("dataVersion", look.facts.isProxy ? "fine" : "differs", {
    seen: text("The data version is 3.17.0 or newer: gas limits of Ethereum transactions hold"),
    consequence: text(
      "Estimates are what one run used, too little for nested calls (OpenZeppelin's upgradeProxy), and forge's own estimates are below the chain's prices.",
    ),
    advice: text(
      "Add room: gasMultiplier 1.3 in Hardhat, --gas-estimate-multiplier 300 for forge script; the proxy adds it to estimates.",
    ),
  });
}

export async function fees(look: PortLook): Promise<void> {
  const price = await look.result("eth_gasPrice");
  const isFree = typeof price === "string" && /^0x0*$/.test(price);
  look.found("fees", "fine", {
    seen: isFree ? text("Gas is free") : text("Gas costs {0}", shortened(String(price), 40)),
    ...(isFree
      ? {
          consequence: text(
            "Nodes of 3.16 still refuse an account without any balance (insufficient funds); those of 3.17 take it.",
          ),
        }
      : { consequence: text("An account without a balance can't send anything.") }),
  });
}

export async function feeHistory(look: PortLook): Promise<void> {
  const answer = await look.ask("eth_feeHistory", ["0x1", "latest", []]);
  look.facts.hasFeeHistory = "result" in answer;
  if (look.facts.hasFeeHistory) look.found("feeHistory", "fine", { seen: text("eth_feeHistory answers") });
  else
    look.found("feeHistory", "differs", {
      seen: text("eth_feeHistory is missing"),
      consequence: text("cast send, forge create, and forge script stop."),
      advice: text("Use --legacy, or put the proxy in front: chainside web3-proxy."),
    });
}

export async function deterministicDeployers(look: PortLook): Promise<void> {
  const there: string[] = [];
  for (const [name, address] of Object.entries(deployers)) {
    const found = await look.result("eth_getCode", [address, "latest"]);
    if (typeof found === "string" && found.length > 2) there.push(name);
  }
  const missing = Object.keys(deployers).filter((name) => !there.includes(name));
  if (missing.length === 0)
    look.found("deployers", "fine", { seen: text("These contracts stand at their usual addresses: {0}", there) });
  else
    look.found("deployers", "differs", {
      seen: text("These contracts aren't at their usual addresses: {0}", missing),
      consequence: text(
        "Deterministic deployments (CREATE2) of forge and Ignition, and multicalls of viem, don't work.",
      ),
      advice: text("Deploy them once; the CREATE2 deployer by its transaction without a chain ID, which nodes take."),
    });
}
