// What each program beside this does: runs the steps of a tool, and writes a line of JSON for each as it ends.
import { readFileSync } from "node:fs";

/** How long a step may take. What can't be done is often waited for in vain. */
const timeoutMs = 40_000;

export const { WEB3_URL: url, WEB3_KEY: key } = process.env;
export const { abi, bytecode } = JSON.parse(readFileSync(process.env.WEB3_ARTIFACT, "utf8"));

export async function ask(method, params = []) {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
  const response = await fetch(url, { method: "POST", headers: { "content-type": "application/json" }, body });
  return (await response.json()).result;
}
export const chainId = Number(await ask("eth_chainId"));
export const twentyAccounts = Array.from({ length: 20 }, (_, i) => `0x${String(i + 1).padStart(40, "0")}`);
/** More than a node looks through for logs in one request. */
export const blocksBetween = 12;

export function require(isSo, words) {
  if (!isSo) throw new Error(words);
}

/** All that an error says, with what caused it. */
export function wordsOf(error) {
  const parts = [];
  for (let each = error; each && parts.length < 8; each = each.cause ?? each.innerError)
    parts.push(String(each.message ?? each), String(each.reason ?? ""), String(each.details ?? ""));
  return parts.filter((part) => part !== "").join(" | ");
}

/** What a step that must fail says. */
export const failureOf = (promise) =>
  promise.then(
    () => "",
    (error) => wordsOf(error),
  );

function limited(promise) {
  return Promise.race([
    promise,
    new Promise((_, reject) => setTimeout(() => reject(new Error(`nothing came in ${timeoutMs / 1000} s`)), timeoutMs)),
  ]);
}

/**
 * @param steps by name: a function, or a list of it and of [setting, function] to try where it fails
 */
export async function run(steps) {
  for (const [step, tries] of Object.entries(steps)) {
    const [plain, ...others] = Array.isArray(tries) ? tries : [tries];
    let result = { step, ok: true };
    try {
      await limited(plain());
    } catch (error) {
      result = { step, ok: false, error: wordsOf(error).slice(0, 600) };
      for (const [setting, action] of others) {
        const ok = await limited(action()).then(
          () => true,
          () => false,
        );
        if (!ok) continue;
        result = { ...result, ok, setting };
        break;
      }
    }
    console.log(JSON.stringify(result));
  }
  process.exit(0);
}
