/** Ids that the manifest and the code share. */
export const notebookType = "chainside.requests";
export const requestLanguage = "fisco-request";
export const rendererId = "chainside.requestResult";
export const resultMime = "application/vnd.chainside.request-result+json";
