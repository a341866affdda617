// A hierarchy that the page has already becomes a file of the person.
"use strict";

globalThis.shoalColumns = {
  download(name, text) {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([text], { type: "text/csv" }));
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  },
};
