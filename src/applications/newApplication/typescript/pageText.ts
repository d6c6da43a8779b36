import { chosenLanguage, t } from "../../../text/catalogue";
import { markupText } from "../../../text/markup";

/** `web/index.html`, in the language of the one who makes the application. */
export const indexText = (name: string): string => `<!doctype html>
<html lang="${chosenLanguage() === "zh" ? "zh-CN" : "en"}">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width" />
    <title>${markupText(name)}</title>
    <link rel="stylesheet" href="./style.css" />
    <script type="module" src="./main.ts"></script>
  </head>
  <body>
    <h1>${markupText(name)}</h1>
    <main></main>
  </body>
</html>
`;

/** `web/main.ts`: a form for each function, made from `GET /api`. */
export function pageText(): string {
  const texts = {
    call: t("Call"),
    send: t("Send"),
    simulate: t("Dry run"),
    token: t("Token of the service"),
    missing: t("Not deployed: no address in chain.json."),
  };
  const lines = Object.entries(texts).map(([key, value]) => `  ${key}: ${JSON.stringify(value)},`);
  return `import type { ContractDescription } from "../src/app.js";
import type { FunctionDescription } from "../src/api.js";

const texts = {
${lines.join("\n")}
};

function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  text = "",
  ...children: readonly Node[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  made.append(...(text === "" ? [] : [text]), ...children);
  return made;
}

/** Texts and numbers as they are typed; lists, structs and booleans as JSON. */
const valueOf = (type: string, typed: string): unknown =>
  /[[]|^tuple|^bool/.test(type) ? (JSON.parse(typed) as unknown) : typed.trim();

/** What the service asks for before it signs: kept until the tab is closed. */
const tokenField = element("input");
tokenField.type = "password";
tokenField.autocomplete = "off";
tokenField.value = sessionStorage.getItem("token") ?? "";
tokenField.addEventListener("change", () => sessionStorage.setItem("token", tokenField.value.trim()));

async function request(method: string, path: string, body?: object): Promise<string> {
  const token = tokenField.value.trim();
  const response = await fetch(path, {
    method,
    headers: {
      ...(token === "" ? {} : { authorization: \`Bearer \${token}\` }),
      ...(body ? { "content-type": "application/json" } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = JSON.stringify(await response.json(), undefined, 2);
  if (!response.ok) throw new Error(text);
  return text;
}

function functionForm({ name, kind, method, path, inputs }: FunctionDescription): HTMLFormElement {
  const fields = inputs.map((input) => {
    const field = element("input");
    field.name = input.name;
    field.placeholder = /[[]|^tuple|^bool/.test(input.type) ? "JSON" : "";
    return { ...input, field };
  });
  const result = element("output");
  const run = element("button", kind === "read" ? texts.call : texts.send);
  run.type = "submit";
  const tried = element("button", texts.simulate);
  tried.type = "button";
  const ask = async (where: string): Promise<void> => {
    result.className = "";
    try {
      const body = Object.fromEntries(fields.map(({ name: key, type, field }) => [key, valueOf(type, field.value)]));
      result.textContent = await request(method, where, fields.length === 0 ? undefined : body);
    } catch (error) {
      result.className = "failed";
      result.textContent = error instanceof Error ? error.message : String(error);
    }
  };
  const form = element(
    "form",
    "",
    element("strong", name),
    ...fields.map(({ name: key, type, field }) => element("label", \`\${key} (\${type})\`, field)),
    element("div", "", run, ...(kind === "write" ? [tried] : [])),
    result,
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void ask(path);
  });
  tried.addEventListener("click", () => void ask(\`\${path}/simulate\`));
  return form;
}

const main = document.querySelector("main") ?? document.body;
main.append(element("label", texts.token, tokenField));
const response = await fetch("/api");
const { contracts } = (await response.json()) as { contracts: readonly ContractDescription[] };
for (const { name, address, functions } of contracts) {
  main.append(
    element("h2", name),
    element("p", "", element("code", address ?? texts.missing)),
    ...functions.map(functionForm),
  );
}
`;
}
