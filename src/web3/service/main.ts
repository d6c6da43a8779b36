// The proxy for Ethereum's tools as a program of the editor, over whose connections it asks.
import { createHash } from "node:crypto";
import { join } from "node:path";
import { createClient } from "../../chain/client/client";
import { answeredTransport } from "../../chain/transport/answeredTransport";
import { errorMessage } from "../../errors/errorMessage";
import { type OrderContext, serveStarter } from "../../processes/serveStarter";
import { useLocale } from "../../text/catalogueFile";
import { openProxy, type ProxyOrder, usualOrder } from "../openProxy";
import { transactionText } from "../sending/queueFile";
import type { ServeOrder, Web3ProxyProtocol } from "./messages";

useLocale(process.env["CHAINSIDE_LOCALE"] ?? "en");

/** A file for the node that is asked: chains of the same chain ID don't share one. */
const stateFile = (folder: string, label: string, chainId: string): string =>
  join(folder, `${chainId}-${createHash("sha256").update(label).digest("hex").slice(0, 12)}.json`);

async function serve(order: ServeOrder, context: OrderContext<Web3ProxyProtocol, "serve">): Promise<null> {
  const { signal, tell } = context;
  const { label, group, web3, port, folder } = order;
  const native = answeredTransport(label, (question, own) => context.ask("chain", question, own));
  const ethereum = answeredTransport(web3, (question, own) => context.ask("web3", question, own));
  const known = new Set<string>();
  const wanted: ProxyOrder = {
    ...usualOrder,
    client: label === "" ? undefined : createClient(native, group),
    web3: web3 === "" ? undefined : ethereum,
    host: "127.0.0.1",
    port,
    allowHosts: [],
    allowOrigins: [],
    stateFile: (chainId) => stateFile(folder, web3 || label, chainId),
    onAnswer: ({ method, madeUp }) => {
      const line = `${method}: ${madeUp.join(", ")}`;
      if (madeUp.length === 0 || known.has(line) || known.size > 1000) return;
      known.add(line);
      tell({ kind: "line", text: line });
    },
    onTransaction: (event) =>
      tell({ kind: event.kind === "dropped" ? "dropped" : "line", text: transactionText(event) }),
  };
  const proxy = await openProxy(wanted).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE") throw error;
    return openProxy({ ...wanted, port: 0 });
  });
  const { url, chainId, over, sm } = proxy;
  tell({ kind: "ready", url, chainId, onlyReads: over === "fisco" || sm });
  await new Promise<void>((stopped) => {
    if (signal.aborted) stopped();
    signal.addEventListener("abort", () => stopped(), { once: true });
  });
  await proxy.close();
  return null;
}

serveStarter<Web3ProxyProtocol>({ serve }, { report: errorMessage });
