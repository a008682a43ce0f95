// Shows the reference of the version that the query names. The token that a reader authorizes with is kept in the tab
// only.
const version = new URLSearchParams(location.search).get("api") === "v4" ? "4" : "3";
document.querySelector(`[data-version="${version}"]`).setAttribute("aria-current", "page");
for (const link of document.querySelectorAll("[data-of]")) link.hidden = link.dataset.of !== version;

SwaggerUIBundle({
  url: `/api/v${version}/openapi.json`,
  dom_id: "#reference",
  deepLinking: true,
  docExpansion: "none",
  filter: true,
  tagsSorter: "alpha",
  tryItOutEnabled: true,
  // Swagger's own service would otherwise be asked whether the document is valid.
  validatorUrl: null,
});
