// The 429 response.

/** Seconds: the period of every rate limit in wrangler.toml. */
export const PERIOD = 60;

export interface Exceeded {
  /** `API_TOKENS` */
  readonly name: string;
  /** Requests per minute; undefined if the Worker does not know the binding's limit. */
  readonly limit: number | undefined;
}

/** GitLab's body of a throttled endpoint. */
export const THROTTLED = JSON.stringify({
  message: { error: "This endpoint has been requested too many times. Try again later." },
});

/** Git shows it after `remote: `. */
export const THROTTLED_GIT = "Too many requests. Try again in a minute.\n";

/**
 * The binding does not report when its period ends: the times are upper bounds. RateLimit-Reset is GitLab's, a Unix
 * time; RateLimit and RateLimit-Policy are those of draft-ietf-httpapi-ratelimit-headers-10.
 */
export function throttlingHeaders({ name, limit }: Exceeded): Record<string, string> {
  const policy = `"${name.toLowerCase().replaceAll("_", "-")}"`;
  return {
    "retry-after": String(PERIOD),
    "ratelimit-remaining": "0",
    "ratelimit-reset": String(Math.ceil(Date.now() / 1000) + PERIOD),
    ratelimit: `${policy};r=0;t=${PERIOD}`,
    ...(limit !== undefined && {
      "ratelimit-limit": String(limit),
      "ratelimit-policy": `${policy};q=${limit};w=${PERIOD}`,
    }),
  };
}
