import type { ApplicationRequest } from "../base/application";
import type { JavaContract } from "./javaContractText";

/** A value of a `.properties` file: nothing in it ends its line or is taken for something else. */
const propertyValue = (text: string): string =>
  [...text]
    .map((each) => {
      if (each === "\\") return "\\\\";
      if (each >= "!" && each <= "~") return each;
      if (each === " ") return "\\ ";
      return [...Array(each.length).keys()]
        .map((at) => `\\u${each.charCodeAt(at).toString(16).padStart(4, "0")}`)
        .join("");
    })
    .join("");

/** `https://127.0.0.1:20200` → `127.0.0.1:20200`: the SDK connects to the same port. */
const peerOf = (url: string): string => url.replace(/^https?:\/\//i, "").split("/", 1)[0] ?? "";

/** `chain.properties`: nodes, group, how long an answer is waited for, paths of the TLS files, addresses of contracts. */
export function propertiesText({ chain, addresses }: ApplicationRequest, contracts: readonly JavaContract[]): string {
  const { urls, group, tls } = chain;
  const entries: readonly (readonly [string, string])[] = [
    ["chain.peers", urls.map(peerOf).join(",")],
    ["chain.group", group ?? "group0"],
    // milliseconds
    ["chain.messageTimeout", "10000"],
    ...Object.entries(tls ?? {}).flatMap(([name, path]) =>
      typeof path === "string" ? [[`chain.tls.${name}`, path] as const] : [],
    ),
    ...contracts.flatMap(({ client: { className }, contract }) => {
      const address = addresses[contract.source.artifact.name];
      return address === undefined ? [] : [[`contract.${className}`, address] as const];
    }),
  ];
  return entries.map(([name, value]) => `${name}=${propertyValue(value)}\n`).join("");
}
