// Browsers may call the API from anywhere: it knows no cookies, only tokens that a page must already hold.
import { cors as honoCors } from "hono/cors";

export const cors = honoCors({
  origin: "*",
  allowMethods: ["GET", "HEAD", "POST", "PUT", "DELETE"],
  allowHeaders: ["Authorization", "Content-Type", "PRIVATE-TOKEN", "SUDO"],
  exposeHeaders: [
    "Link",
    "X-Total",
    "X-Total-Pages",
    "X-Per-Page",
    "X-Page",
    "X-Next-Page",
    "X-Prev-Page",
    "X-Request-Id",
  ],
  maxAge: 86_400,
});
