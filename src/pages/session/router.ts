// Pages of signing in and out.
import type { PageTable } from "../page.ts";
import { signIn, signInPage } from "./sign-in.tsx";
import { signOut } from "./sign-out.ts";

export const sessionPages: PageTable = {
  "GET /-/sign_in": signInPage,
  "POST /-/sign_in": { submit: signIn, form: signInPage },
  "POST /-/sign_out": { submit: signOut, form: signInPage },
};
