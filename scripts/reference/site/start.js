// Shows the reference. The token that a reader authorizes with is kept in the tab only.
SwaggerUIBundle({
  url: "/api/v3/openapi.json",
  dom_id: "#reference",
  deepLinking: true,
  docExpansion: "none",
  filter: true,
  tagsSorter: "alpha",
  tryItOutEnabled: true,
  // Swagger's own service would otherwise be asked whether the document is valid.
  validatorUrl: null,
});
