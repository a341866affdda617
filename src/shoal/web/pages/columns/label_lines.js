// Lines of a hierarchy that can be edited in place: one input per label, a box to pick a value.
export default {
  template: `
    <div class="scroll tall" tabindex="0" role="region" aria-label="Values and their labels">
      <table class="plain edit">
        <thead><tr>
          <th scope="col"><span class="hidden">Pick</span></th>
          <th scope="col" v-for="head in heads">{{ head }}</th>
        </tr></thead>
        <tbody>
          <tr v-for="line in lines" :key="line.at">
            <td><input type="checkbox" :key="version" :checked="line.picked" :aria-label="'Pick ' + (line.labels[0] || 'missing')"
              @change="$emit('pick', { at: line.at, on: $event.target.checked })"></td>
            <th scope="row">{{ line.labels[0] || "missing" }}</th>
            <td v-for="(label, i) in line.labels.slice(1)">
              <input type="text" :value="label" :aria-label="heads[i + 1] + ' of ' + (line.labels[0] || 'missing')"
                :list="'labels-' + (i + 1)" autocomplete="off"
                @change="$emit('relabel', { at: line.at, level: i + 1, label: $event.target.value })">
            </td>
          </tr>
        </tbody>
      </table>
      <datalist v-for="(known, i) in labels" :id="'labels-' + (i + 1)">
        <option v-for="label in known" :value="label"></option>
      </datalist>
    </div>`,
  props: { heads: Array, lines: Array, labels: Array, version: Number },
};
