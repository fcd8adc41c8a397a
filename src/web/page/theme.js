/* theme.js - light or dark, as chosen or else as the system says, before anything is
 * drawn: the only script that the page waits for. */
const system = matchMedia("(prefers-color-scheme: dark)");

function applyTheme() {
    let chosen = null;

    try {
        chosen = localStorage.getItem("chequer-theme");
    } catch {
        /* as the system says */
    }
    document.documentElement.dataset.theme = chosen ?? (system.matches ? "dark" : "light");
}

applyTheme();
system.addEventListener("change", applyTheme);
