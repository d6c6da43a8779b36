import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { linkFolder } from "../portable";
import { type FakeWindow, openWindow } from "./fakeWindow";

const root = resolve(import.meta.dirname, "../../..");

/** The contract of the chain that is connected. */
export const historySource = readFileSync(join(root, "test/fixtures/contracts/History.sol"), "utf8");

/** A window with the source of the contract and the compiler that it was made with, connected to the chain at this address. */
export async function onRealChain(url: string, locale: "en" | "zh-cn"): Promise<FakeWindow> {
  const say = (english: string, chinese: string): string => (locale === "en" ? english : chinese);
  const workbench = openWindow({
    locale,
    prepare: (folder) => {
      mkdirSync(join(folder, "contracts"), { recursive: true });
      writeFileSync(join(folder, "contracts/History.sol"), historySource);
      mkdirSync(join(folder, "node_modules"));
      linkFolder(join(root, "node_modules/solc"), join(folder, "node_modules/solc"));
    },
  });
  await workbench.view("FISCO BCOS");
  await workbench.command(`FISCO BCOS: ${say("Connect…", "连接…")}`);
  await workbench.answer(say("JSON-RPC address of a node", "节点的 JSON-RPC 地址"), url);
  await workbench.answer(say("Enter a name for the connection", "输入连接的名称"), "real");
  await workbench.status(/group0 #\d+/).waitFor();
  return workbench;
}
