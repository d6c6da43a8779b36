import { type Language, languageOf } from "../../text/catalogue";

/** The language of the page, as its host wrote it into the document. */
export const pageLanguage = (): Language => languageOf(document.documentElement.lang);
