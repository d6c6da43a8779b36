/** How Node.js runs this project's sources: TypeScript, and files of other languages as modules (textLoader.mjs). */
export const loaders = () =>
  ["tsx", new URL("textLoader.mjs", import.meta.url).href].flatMap((loader) => ["--import", loader]);
