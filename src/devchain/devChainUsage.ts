import { usualChain } from "../chain/dev/usualChain";
import { say, t, text } from "../text/catalogue";

/** How `chainside devchain` is called; the command line says it in the terminal's language. */
export const devChainUsage = {
  synopsis: "chainside devchain [options]",
  summary: text("Runs an embedded FISCO BCOS chain until it is stopped."),
  options: [
    [
      "--port N",
      text(
        "JSON-RPC and WebSocket port; 0 for any free one (default: 20200, which other commands ask by themselves, or a free one where it is in use)",
      ),
    ],
    ["--host ADDRESS", text("interface to listen on (default: 127.0.0.1, this machine only)")],
    [
      "--chain-id ID",
      text("chain ID (default: that of the data directory, else one of its own: derived from --seed, or random)"),
    ],
    [
      "--allow-origin ORIGIN",
      text("let pages of this origin use the chain, such as http://localhost:3000; repeat for several, * for all"),
    ],
    [
      "--allow-host NAME",
      text(
        "also accept requests under this host name; repeat for several, * for any (default: localhost and loopback addresses)",
      ),
    ],
    ["--open-dev", text("let everyone who reaches the port use the dev_ methods without the token in the ready line")],
    ["--group ID", text("group; repeat for several (default: group0)")],
    ["--sealers N", text("sealers (default: 4)")],
    ["--observers N", text("observers (default: 1)")],
    ["--consensus pbft|rpbft", text("all sealers take part, or some of them in turn (default: pbft)")],
    ["--epoch-sealers N", text("sealers that take part at a time, for rpbft (default: 4)")],
    ["--epoch-blocks N", text("blocks until one of them is exchanged, for rpbft (default: 1000)")],
    ["--accounts N", text("development accounts (default: 10)")],
    [
      "--fund N",
      text(
        "balance of each development account, in units of 10^18 wei; under executor 0 it can only be sent once feature_balance is on (default: 0)",
      ),
    ],
    ["--seed TEXT", text("seed that keys and hashes follow from (default: chainside)")],
    ["--suite standard|sm", text("sm, or --sm: SM2 and SM3 instead of secp256k1 and keccak256 (default: standard)")],
    ["--auth", text("permission governance on from the first block")],
    ["--admin ADDRESS", text("first governor (default: the first account)")],
    ["--executor 0|1", text("classic or baseline executor (default: 1; 0 when a version before 3.15.3 is imitated)")],
    ["--node-version 3.x.y", text("program version to imitate (default: {0})", usualChain().nodeVersion)],
    [
      "--compatibility 3.x.y",
      text("data version at genesis (default: that of the chains that the version's own generator makes)"),
    ],
    ["--block-interval MS", text("wait before a block is sealed (default: 0)")],
    [
      "--order shuffled|arrival",
      text(
        "order of a sender's Ethereum transactions in a block: shuffled as on a node, or as they came (default: shuffled)",
      ),
    ],
    ["--feature NAME", text("feature flag switched on at genesis; repeat for several")],
    ["--data DIR", text("folder that keeps the chain (default: memory only)")],
    [
      "--durability process|disk",
      text("what an acknowledged block survives: the end of the process, or a power loss too (default: process)"),
    ],
    ["--tls DIR", text("TLS with client certificates; files are created in DIR (its sdk folder is for clients)")],
    ["--sm-tls DIR", text("SM TLS (TLCP) instead, with SM2 certificates; files are created in DIR in the same way")],
    ["--web3-port N", text("port for Ethereum reads (default: none)")],
    [
      "--web3-proxy N",
      text("port that answers as Ethereum's tools expect, as chainside web3-proxy does (default: none)"),
    ],
    ["--archive-port N", text("port of the archive delete service (default: none)")],
    ["--archive-query-port N", text("port of the archive query service (default: none)")],
    ["--config FILE", text("options in a JSON file, by their names in docs/devchain.md; the command line wins")],
    ["--json", text("print one line of JSON instead of a table")],
  ],
  exitCodes: text("Exit code: 0 stopped, 1 couldn't start, 2 wrong command line."),
} as const;

/** The same, for the one who starts the process without the `chainside` program. */
export function plainDevChainUsage(): string {
  const { synopsis, summary, options, exitCodes } = devChainUsage;
  const lines = [...options, ["--help", text("show this text")] as const].map(
    ([flag, meaning]) => `  ${flag.padEnd(26)}${say(meaning)}`,
  );
  return [t("usage: {0}", synopsis), "", say(summary), "", ...lines, "", say(exitCodes)].join("\n");
}
