import { visibleLine } from "../../../text/visibleText";

/**
 * A document's name for its address, which its tab shows, of what may come from a chain: what isn't seen, and half a character, has no
 * place in either; what parts folders is shown as another sign.
 */
export const tabName = (title: string): string => visibleLine(title.replaceAll("/", "·"));
