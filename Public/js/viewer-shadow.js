// The inside of the viewer element: a canvas, and a note that some tiles did not come. Styles that a strict policy allows.

const sheet = new CSSStyleSheet();
sheet.replaceSync(`
    :host { display: block; position: relative; overflow: hidden; contain: strict; outline-offset: -3px; }
    :host([hidden]), [hidden] { display: none !important; }
    canvas {
        position: absolute; touch-action: none; cursor: grab;
        user-select: none; -webkit-user-select: none; -webkit-touch-callout: none;
    }
    canvas:active { cursor: grabbing; }
    div {
        position: absolute; inset: auto 0 5rem; width: fit-content; max-width: 90%; margin: auto; padding: .5rem 1rem;
        border-radius: 1.5rem; font: .875rem/1.4 system-ui; color: #fff; background: #14213d;
    }
    button { margin-left: 1rem; font: inherit; cursor: pointer; }
`);

/** Gives the host its inside: {canvas, note, button}. */
export function buildShadow(host) {
    const make = (name, properties) => Object.assign(document.createElement(name), properties);
    const canvas = make('canvas');
    const button = make('button', { type: 'button', textContent: 'Try again' });
    const note = make('div', { role: 'alert', hidden: true, textContent: 'Part of the image could not be loaded.' });
    note.append(button);
    const root = host.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = [sheet];
    root.append(canvas, note);
    return { canvas, note, button };
}
