// What may be wider than the screen scrolls by itself, by keyboard as well.
import type { Child } from "hono/jsx";

export const Scroll = ({ label, children }: { label: string; children?: Child }) => (
  <section class="scroll" tabindex={0} aria-label={label}>
    {children}
  </section>
);
