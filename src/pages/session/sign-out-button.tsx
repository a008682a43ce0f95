// The button of the top bar that ends the session.
import { ActionButton } from "../components/form.tsx";
import type { Visit } from "../visit.ts";

export const SignOut = ({ visit }: { visit: Visit }) => (
  <ActionButton visit={visit} action="/-/sign_out">
    Sign out
  </ActionButton>
);
