// The mail binding of a local server: each mail becomes a file of its text and one of its HTML.
import { WorkerEntrypoint } from "cloudflare:workers";

export default class Mail extends WorkerEntrypoint {
  async send({ from, text, html }) {
    const id = crypto.randomUUID();
    await this.#write(`email-text/${id}.txt`, text);
    await this.#write(`email-html/${id}.html`, html);
    const sender = typeof from === "string" ? from : from.email;
    return { messageId: `<${id}@${sender.split("@").at(-1)}>` };
  }

  async #write(path, body) {
    if (body === undefined) return;
    const response = await this.env.FILES.fetch(`http://files/${path}`, { method: "PUT", body });
    if (!response.ok) throw new Error(`A mail could not be written: ${response.status}`);
  }
}
