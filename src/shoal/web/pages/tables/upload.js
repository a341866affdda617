// A file becomes a table, or an ARX project a study: chosen or dropped, sent with a bar that tells how far it is.
let made = 0;

export default {
  template: `
<div>
  <div class="drop" :class="{ over }" @dragover.prevent="over = true" @dragleave="over = false" @drop.prevent="dropped">
    <input :id="id" ref="input" type="file" class="hidden-file" :accept="accept" multiple @change="chosen">
    <label :for="id" class="drop-button">Choose a file</label>
    <span class="quiet">or drop one here: {{ formats }}</span>
  </div>
  <label class="line quiet small">Encoding of text files
    <select v-model="encoding" class="plain-select">
      <option value="">found out by looking</option>
      <option v-for="one in encodings" :value="one">{{ one }}</option>
    </select>
  </label>
  <ul v-if="files.length" class="uploads">
    <li v-for="one in files" :key="one.key">
      <div class="line wrap">
        <span class="strong">{{ one.name }}</span>
        <span class="quiet grow" role="status">{{ one.state }}</span>
        <button v-if="one.request" type="button" class="plain-button" :aria-label="'Cancel ' + one.name" @click="cancel(one)">Cancel</button>
      </div>
      <progress v-if="one.request" :value="one.sent" :max="one.size || 1" :aria-label="'Upload of ' + one.name"></progress>
      <div v-if="one.study">
        <a :href="'/studies/' + one.study + '/data'">Open the study</a>
        <ul v-if="one.told.length" class="told"><li v-for="told in one.told">{{ told }}</li></ul>
      </div>
      <div v-if="one.problems" class="box problem" role="alert"><div><div v-for="told in one.problems">{{ told }}</div></div></div>
    </li>
  </ul>
</div>`,
  props: { accept: String, formats: String, largest: Number, encodings: Array },
  data: () => ({ id: `upload-${++made}`, over: false, files: [], encoding: "" }),
  methods: {
    chosen(event) {
      [...event.target.files].forEach(this.send);
      event.target.value = "";
    },
    dropped(event) {
      this.over = false;
      [...event.dataTransfer.files].forEach(this.send);
    },
    async send(file) {
      this.files.unshift({ key: Math.random(), name: file.name, size: file.size, sent: 0, state: "", request: null, problems: null, study: null, told: [] });
      const one = this.files[0]; // as Vue watches it
      if (this.largest && file.size > this.largest) return this.failed(one, [this.tooLarge()]);
      const csrf = await shoalSession.csrf();
      one.request = this.request(file, one, csrf);
      one.state = "Sending";
      one.request.send(file);
    },
    request(file, one, csrf) {
      const request = new XMLHttpRequest();
      const encoding = this.encoding ? `&encoding=${encodeURIComponent(this.encoding)}` : "";
      const noun = file.name.toLowerCase().endsWith(".deid") ? "projects" : "tables";
      request.open("POST", `/api/v1/${noun}?name=${encodeURIComponent(file.name)}${encoding}`);
      request.setRequestHeader("X-CSRF-Token", csrf);
      request.responseType = "json";
      request.upload.onprogress = (now) => this.progress(one, now.loaded);
      request.upload.onload = () => (one.state = "Reading it: every record is looked at once");
      request.onload = () => this.answered(one, request);
      request.onerror = () => this.failed(one, ["The server did not take it. Is it still running?"]);
      request.onabort = () => this.failed(one, null, "Canceled; nothing was kept");
      return request;
    },
    progress(one, sent) {
      one.sent = sent;
      one.state = `Sending, ${Math.floor((100 * sent) / (one.size || 1))} %`;
    },
    answered(one, request) {
      if (request.status !== 201) return this.failed(one, request.response?.problems ?? ["It was not taken."]);
      one.request = null;
      one.state = `Kept: ${request.response.records.toLocaleString("en-US")} records`;
      if (request.response.study) return this.imported(one, request.response);
      this.$emit("kept", request.response.id);
    },
    imported(one, done) {
      one.state += ", their hierarchies and a study";
      one.study = done.study;
      one.told = [...done.left_out.map((told) => `Not taken over: ${told}`), ...done.open.map((told) => `Left for you: ${told}`)];
    },
    failed(one, problems, state = "Not kept") {
      Object.assign(one, { request: null, problems, state });
    },
    tooLarge() {
      return `The file has more than the ${this.largest.toLocaleString("en-US")} bytes that are allowed.`;
    },
    cancel(one) {
      one.request?.abort();
    },
  },
};
