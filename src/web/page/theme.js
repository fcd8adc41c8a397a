/* theme.js - light or dark, as chosen or else as the system says, before anything is
 * drawn: the only script that the page waits for. Paper is always light. */
const system = matchMedia("(prefers-color-scheme: dark)"), paper = matchMedia("print");

function applyTheme(printing) {
    let chosen = null;

    try {
        chosen = localStorage.getItem("chequer-theme");
    } catch {
        /* as the system says */
    }
    document.documentElement.dataset.theme = printing ? "light" : chosen ?? (system.matches ? "dark" : "light");
    window.page?.recolour();
}

applyTheme(paper.matches);
for (const query of [system, paper])
    query.addEventListener("change", () => applyTheme(paper.matches));
addEventListener("beforeprint", () => applyTheme(true));
addEventListener("afterprint", () => applyTheme(false));
