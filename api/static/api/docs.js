// Shows the OpenAPI file. A file of its own, since the content security policy forbids scripts inside pages.
"use strict";

const place = document.getElementById("documentation");
window.SwaggerUIBundle({
  url: place.dataset.schema,
  domNode: place,
  deepLinking: true,
  validatorUrl: null,
  presets: [window.SwaggerUIBundle.presets.apis],
});
