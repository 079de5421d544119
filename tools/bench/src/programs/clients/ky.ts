import ky from "ky";
import { ENDLESS, type MakeClient, PAGE, SMALL } from "./clients.ts";

/** As its documentation begins: with its repetition and its deadline. */
export const kyClient: MakeClient = (baseUrl) => ({
  small: () => ky.get(`${baseUrl}${SMALL}`).json(),
  page: () => ky.post(`${baseUrl}/${ENDLESS}${PAGE}`, { json: { limit: 1000 } }).json(),
});
