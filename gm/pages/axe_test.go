package pages_test

import (
	"bytes"
	"context"
	"encoding/json"
	"html"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// policy matches what forbids scripts from elsewhere, as the examiner is one.
var policy = regexp.MustCompile(`<meta http-equiv="Content-Security-Policy"[^>]*>`)

// verdict matches what the examiner leaves in a page.
var verdict = regexp.MustCompile(`(?s)<pre id="verdict">(.*?)</pre>`)

// Pages are accessible: axe finds nothing in them, in Chromium, on a phone and on a desk, light and dark, and none is
// wider than its screen.
//
//	npm pack axe-core && tar xf axe-core-*.tgz
//	DEADDROP_AXE=package/axe.min.js go test ./gm/pages -run TestAccessible
func TestAccessible(t *testing.T) {
	examiner, browser := os.Getenv("DEADDROP_AXE"), "chromium"
	if examiner == "" {
		t.Skip("NOT TESTED: DEADDROP_AXE names no axe.min.js")
	}
	axe, err := os.ReadFile(examiner)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := exec.LookPath(browser); err != nil {
		t.Skip("NOT TESTED: there is no chromium")
	}
	dir := exampleSite(t)
	style, err := os.ReadFile(filepath.Join(dir, "style.css"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"index.html", "de/index.html", "standings/index.html", "games/dc1/index.html", "games/dd1/index.html",
		"games/dp1/index.html", "games/trouble/index.html", "de/games/year/index.html", "games/dh1/turns/2/index.html"} {
		page, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
		if err != nil {
			t.Fatal(err)
		}
		for _, screen := range []struct{ size, mode string }{{"390,2000", "light"}, {"1200,2000", "dark"}} {
			if found := examined(t, browser, string(page), string(style), string(axe), screen.size, screen.mode); len(found) > 0 {
				t.Errorf("%s at %s, %s: %s", name, screen.size, screen.mode, strings.Join(found, "\n"))
			}
		}
	}
}

// examined returns what axe finds in a page, a line each.
func examined(t *testing.T, browser, page, style, axe, size, mode string) []string {
	t.Helper()
	page = policy.ReplaceAllString(page, "")
	if mode == "dark" { // headless browsers are light
		style = strings.ReplaceAll(style, "(prefers-color-scheme: dark)", "all")
	}
	page = strings.Replace(page, "</head>", "<style>"+style+"</style></head>", 1)
	page = strings.Replace(page, "</body>", `<script>`+axe+`</script><script>
axe.run(document, {resultTypes: ["violations"]}).then(r => {
	const wide = document.documentElement.scrollWidth;
	if (wide > innerWidth) r.violations.push({id: "width", help: "it is " + wide + " pixels wide", nodes: []});
	const out = document.createElement("pre");
	out.id = "verdict";
	out.textContent = JSON.stringify(r.violations.map(v => v.id + ": " + v.help + ": " + v.nodes.map(n => n.html).join(" ")));
	document.body.append(out);
});
</script></body>`, 1)
	file := filepath.Join(t.TempDir(), "page.html")
	if err := os.WriteFile(file, []byte(page), 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithTimeout(t.Context(), 2*time.Minute)
	defer stop()
	cmd := exec.CommandContext(ctx, browser, "--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=20000",
		"--user-data-dir="+filepath.Join(t.TempDir(), "profile"), "--window-size="+size, "--dump-dom", "file://"+file)
	var out bytes.Buffer
	cmd.Stdout = &out
	if err := cmd.Run(); err != nil {
		t.Fatal(err)
	}
	said := verdict.FindSubmatch(out.Bytes())
	if said == nil {
		t.Fatalf("the examiner said nothing:\n%.2000s", out.String())
	}
	var found []string
	if err := json.Unmarshal([]byte(html.UnescapeString(string(said[1]))), &found); err != nil {
		t.Fatal(err)
	}
	return found
}
