// Package mapmaker makes the boards of templates/atlas. It compiles a map file, which an author writes, and the
// geography of the Earth into an atlas.Board, and it compares the drawn board with the adjacency that the rules
// define. At run time the program needs it only for an edition that brings its own map file (FromText). The package's
// test compiles all maps and reports where they differ from the boards in the atlas;
//
//	go test ./templates/mapmaker -update
//
// writes those boards again.
//
// # Geography
//
// earth/world.txt.gz holds the provinces, counties and states of all countries and the lakes of Natural Earth 1:10m
// and 1:50m (naturalearthdata.com), which is in the public domain, to an accuracy of 0.005 degrees. ReadGeography
// describes the format.
//
// # Map files
//
// Each statement is a line of its own; indented lines below it belong to the place that it defines. A # begins a
// comment, and a word that contains blanks is put in quotation marks. A point is longitude,latitude in degrees; a
// line is a series of points joined by >. All lengths are in pixels of the picture, and areas in square pixels.
//
//	map standard "Europe, 1901" classic       the board's name in charts, its title and its colour scheme
//	power Austria c8402e                      a power and its colour
//	projection middle=13,49 bulge=0.36        Lambert's azimuthal equal-area projection; bulge= shrinks the rim
//	                                          of the map, and tall=1.1 stretches the map vertically
//	projection middle=10,0 flat=1             Miller's cylindrical projection: the whole Earth as a rectangle
//	meridians from=-13 to=10 k=2.5            on a cylindrical map, stretch the part between two meridians
//	parallels from=32 to=58 k=2.2             or between two parallels by the factor k
//	lens -2.8,54.3 r=650 k=1.35               magnify the map around a point by the factor k, fading out over r km
//	frame width=1000 left=-17.5,50 right=45.5,46 top=15,71.8 bottom=15,33.0
//	                                          the width of the picture, and points that lie on its edges
//	frame width=1000 disc=1.37                or a round map, and its radius in radii of the Earth
//	detail coast=1.1 islet=8 island=75 noise=0.25 lakes=1 snap=1 smooth=8 graticule=15 font=11 token=10.2 pieces=1
//	                                          coast: how far coasts are smoothed; islet, island: the smallest island
//	                                          that is drawn, if a place takes it and if none does; noise: how much
//	                                          borders waver that follow no county; lakes=1: draw lakes; inland=400:
//	                                          lakes of that size or more are no part of the land; snap=1: areas that
//	                                          grow take whole counties; smooth: how much borders are smoothed;
//	                                          graticule: degrees between meridians; font: the height of labels;
//	                                          token: the radius of a piece; pieces: how many a place holds, possibly
//	                                          0; stacks=1: a place has space for three full stacks, or with kinds=3
//	                                          for one stack of three kinds; modern=1: pieces of the 20th century
//	ignore GRL FRO                            countries and units that are drawn as water
//
//	land Spa Spain centre                     a place: its name in the rules, and its full name; centre: it has a
//	                                          supply centre; region=Europe: the part of the board it belongs to
//	  take ESP AND -ES-PM                     the countries and units that it consists of, by their ISO codes; a
//	                                          minus excludes a unit
//	  coast nc -4.5,43.0                      one of several coasts, and where a fleet stands there
//	land Cly Clyde -5.0,57.4>-4.6,56.3 -6.7,58.2
//	                                          Where no units fit, an area grows from points and lines. Indented
//	                                          below it may be take and coast, and also unit and text: the position
//	                                          of the piece and the label, where the one found is poor; and pieces:
//	                                          how many pieces it holds
//	land Thrace Thrace value=2 rough port raises=cavalry,infantry 25,42
//	                                          marks shown at the land's name; rough draws hills
//	land Egypt Egypt label=EGYPT/SUDAN symbols=objective,crate*2
//	                                          a label that replaces the name, with / between two lines; and
//	                                          symbols below the label, each with its number
//	sea Nth "North Sea" 3,56                  a sea, which grows over water
//	decor Ireland                             land that is not a place of the game
//	lake "Arctic Ocean" 80,74                 water that is not a place of the game
//	cut 8.8,56.0>6.2,55.0>5.0,52.5            a border at which areas stop growing; at sea it runs from land to land
//	bridge Den width=4 9.6,55.5>9.9,55.5      turns water into land of a place
//	channel width=6 -6.2,35.9>-5.0,36.0       turns land into water
//	canal Suez 32.4,31.6>32.7,29.4            a canal over land, from one sea to another
//	link Britain "West Europe"                a line that joins two places
//	crossing Dublin Cardiff -6,53.2>-4,52.6   an arrow over water or mountains, from one land to another
//
// Run the test after changing a number. The smoothing of coasts closes straits that are narrower than about 1.3 times
// the value of coast; a bridge closes a wider strait, and a channel keeps a narrow one open. A cut should begin and
// end well inside land.
package mapmaker
