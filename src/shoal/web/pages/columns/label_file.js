// A table of labels from a file: kept by the service if it is good, else handed over to be repaired.
const LARGEST = 500000; // characters that are handed over

export default {
  template: `
    <div class="line wrap">
      <label class="file"><span>{{ label }}</span>
        <input type="file" accept=".csv,.txt,.tsv,text/csv" @change="send($event.target)" :disabled="busy"></label>
      <span class="quiet small" role="status">{{ told }}</span>
    </div>`,
  props: { label: String },
  data() {
    return { busy: false, told: "" };
  },
  methods: {
    async send(field) {
      const file = field.files[0];
      if (!file) return;
      this.busy = true;
      this.told = "Sending " + file.name;
      try {
        const name = encodeURIComponent(file.name);
        const made = await shoalSession.post("/api/v1/hierarchies?name=" + name, file);
        this.$emit("kept", { id: made.id, name: file.name });
        this.told = file.name + " was read";
      } catch (error) {
        const text = file.size <= LARGEST ? await file.text() : "";
        this.$emit("refused", { problem: error.message, text });
        this.told = "";
      } finally {
        this.busy = false;
        field.value = "";
      }
    },
  },
};
